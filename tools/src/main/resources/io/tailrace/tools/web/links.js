// Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0
// The links of bridges to other hosts, one card each.

import {bytes, element, setText, showCommand, showName, showText} from "./text.js";

const section = document.getElementById("links-section");
const box = document.getElementById("links");

/** Shows the links in the order of the server. */
export function showLinks(links) {
    section.hidden = links.length === 0;
    while (box.children.length > links.length) {
        box.lastElementChild.remove();
    }
    links.forEach((link, index) => draw(box.children[index] ?? box.appendChild(newCard()), link));
}

function newCard() {
    const card = element("article");
    card.append(element("h3"), element("div", "verdict"), element("div", "command"), element("p", "note"));
    card.children[1].append(element("p"));
    return card;
}

function draw(card, link) {
    const [title, verdict, command, facts] = card.children;
    card.className = link.trouble === null ? "card" : "card is-alarm";
    showName(title, `${link.link} ${link.direction === "send" ? "→" : "←"} ${link.peer || link.address}`);
    const [text] = verdict.children;
    if (link.trouble === null) {
        showName(text, link.state + (link.heldBy === "" ? "" : ", held by " + link.heldBy));
    } else {
        showText(text, link.state + ": " + link.trouble);
    }
    showCommand(command, link.remedy);
    setText(facts, [
        `${link.lanes} ${link.lanes === 1 ? "log" : "logs"}`,
        `lag ${bytes(link.lagBytes)}, ${time(link.lagNs)}`,
        `round trip ${link.roundTripNs === 0 ? "-" : time(link.roundTripNs)}`,
        `${bytes(link.sentBytes)} ${link.direction === "send" ? "sent" : "received"}`,
        `${link.retransmissions} retransmitted`,
        ...link.lostBytes === 0 ? [] : [bytes(link.lostBytes) + " lost"],
    ].join(" · "));
}

/** A short duration. */
function time(ns) {
    return ns < 1e9 ? Number((ns / 1e6).toPrecision(2)) + " ms" : Number((ns / 1e9).toPrecision(3)) + " s";
}
