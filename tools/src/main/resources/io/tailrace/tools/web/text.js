// Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0
// Texts for people. Names come from other processes, so they are only ever set as text (showName).

const UNITS = ["", "K", "M", "G", "T", "P", "E"];

/** A size in two or three digits, such as 512, 1.5K or 64M. */
export function bytes(size) {
    let value = size;
    let step = 0;
    while (value >= 999.5 && step < UNITS.length - 1) {
        value /= 1024;
        step++;
    }
    const hasFraction = step > 0 && value < 9.95 && Math.round(value * 10) % 10 !== 0;
    return value.toFixed(hasFraction ? 1 : 0) + UNITS[step];
}

const counts = new Intl.NumberFormat("en", {notation: "compact", maximumSignificantDigits: 3});

/** A count in three digits, such as 512, 1.5K or 64M. */
export function count(number) {
    return counts.format(number);
}

/** A duration such as 12 s, 3 min or 5 h. */
export function duration(ns) {
    const seconds = Math.floor(ns / 1e9);
    if (seconds < 120) {
        return seconds + " s";
    }
    return seconds < 7200 ? Math.floor(seconds / 60) + " min" : Math.floor(seconds / 3600) + " h";
}

/** Escapes invisible characters and those that change the direction of text, as the other commands do. */
export function escape(name) {
    return name.replace(/[\p{C}\p{Zl}\p{Zp}\\]/gu,
        sign => sign === "\\" ? "\\\\" : "\\u{" + sign.codePointAt(0).toString(16) + "}");
}

/** Changes only a different text, so that a selection and the reader's place stay. */
export function setText(element, text) {
    if (element.shownText !== text) {
        element.shownText = text;
        element.textContent = text;
    }
}

export function element(name, className = "") {
    const made = document.createElement(name);
    made.className = className;
    return made;
}

/**
 * Shows a name in a direction of its own, so that a right-to-left name does not reverse the text around it. The title
 * shows the whole of a cut name.
 */
export function showName(parent, name) {
    showText(parent, escape(name));
}

/** Shows a text that the server has escaped, in the same way. A time in it stays on one line. */
export function showText(parent, text) {
    const shown = text.replace(/\d{4}-\d\d-\d\dT/g, date => date.replaceAll("-", "\u2011"));
    setText(parent.firstElementChild ?? parent.appendChild(element("bdi")), shown);
    parent.title = text;
}

/** Shows a command with a button that copies exactly what is visible: a name in it may be chosen to do harm. */
export function showCommand(parent, command) {
    if (!parent.firstElementChild) {
        const button = element("button", "copy");
        button.addEventListener("click", () => copy(parent.firstElementChild, button));
        parent.append(element("code"), button);
        setText(button, "Copy");
    }
    setText(parent.firstElementChild, escape(command ?? ""));
    parent.hidden = !command;
}

async function copy(code, button) {
    getSelection().selectAllChildren(code);
    try {
        await navigator.clipboard.writeText(code.textContent);
        button.textContent = "Copied";
    } catch (refused) { // Without HTTPS, only pages from this host may copy.
        button.textContent = "Selected";
    }
    setTimeout(() => button.textContent = "Copy", 2000);
}

/** A text as one word of a shell. */
export function quote(word) {
    return /^[\w@%+=:,./-]+$/.test(word) ? word : "'" + word.replaceAll("'", "'\\''") + "'";
}

/** The culprit in a word or two. */
export function nameOf(culprit) {
    switch (culprit.role) {
        case "CLEANER": return "the cleaning";
        case "SOME_PUBLISHER": return "one of its publishers";
        default: return culprit.name === "" ? "client " + culprit.clientId : culprit.name;
    }
}

/** All that is known of a publisher or a subscriber, except its name. */
export function factsOf(culprit) {
    if (culprit.vacantForNs !== undefined) {
        return "no process holds that name, kept for " + duration(culprit.vacantForNs);
    }
    const facts = culprit.name === "" ? [] : ["client " + culprit.clientId];
    facts.push("pid " + culprit.pid);
    if (culprit.life === undefined) {
        facts.push("gone");
    } else {
        facts.push(...[culprit.program, trouble(culprit)].filter(fact => fact !== ""));
    }
    return facts.join(", ");
}

/** All that is known of the culprit that others wait for, in a line. */
export function describe(culprit) {
    const isKnown = culprit.role === "SUBSCRIBER" || culprit.role === "PUBLISHER";
    return isKnown ? `${nameOf(culprit)} (${factsOf(culprit)})` : nameOf(culprit);
}

/** The reason why a process may not work; empty if there is none. */
export function trouble(process) {
    return process.reason === "" ? "" : process.life + ": " + process.reason;
}
