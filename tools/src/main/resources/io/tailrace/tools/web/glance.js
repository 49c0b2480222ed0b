// Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0
// The most important numbers, each with a small curve of the last hour.

import {bytes, count, element, setText, showName} from "./text.js";
import {Sparkline} from "./sparkline.js";

const POINTS = 360;

class Tile {
    #title = element("h2");
    #figure = element("p", "figure");
    #note = element("p", "note");
    #most = element("p", "most");
    #curve = new Sparkline(POINTS);
    #text;

    constructor(parent, title, text) {
        this.#text = text;
        setText(this.#title, title);
        const tile = parent.appendChild(element("article", "tile"));
        tile.append(this.#title, this.#figure, this.#note, this.#curve.element, this.#most);
        this.element = tile;
    }

    load(values) {
        this.#curve.load(values);
    }

    show(value, note, atMs, isAlarm) {
        this.#curve.add(value, atMs);
        this.#curve.draw();
        setText(this.#figure, this.#text(value));
        showName(this.#note, note);
        setText(this.#most, "1 h: up to " + this.#text(this.#curve.most));
        this.element.classList.toggle("is-alarm", isAlarm);
    }
}

export class Glance {
    #held;
    #rate;
    #lag;
    #clients;

    constructor(parent) {
        this.#held = new Tile(parent, "Streams held back", value => String(Math.round(value)));
        this.#rate = new Tile(parent, "Bytes a second", bytes);
        this.#lag = new Tile(parent, "Worst lag", value => Math.round(value) + " %");
        this.#clients = new Tile(parent, "Clients silent or dead", value => String(Math.round(value)));
    }

    load(history) {
        this.#held.load(history.held.map(value => Math.ceil(value)));
        this.#rate.load(history.bytesPerSecond);
        this.#lag.load(history.lagPercent);
        this.#clients.load(history.suspectClients);
    }

    show(look, streams, clients) {
        const at = look.takenMs;
        const messages = streams.reduce((sum, stream) => sum + stream.messagesPerSecond, 0);
        const worst = streams.reduce((most, stream) =>
            (stream.worstLag?.percent ?? 0) > (most?.worstLag.percent ?? 0) ? stream : most, undefined);
        const idle = clients.filter(client => client.life !== "lives").length;
        this.#held.show(look.heldBack, `of ${streams.length}`, at, look.heldBack > 0);
        this.#rate.show(look.bytesPerSecond, count(messages) + " messages", at, false);
        this.#lag.show(worst?.worstLag.percent ?? 0,
            worst ? bytes(worst.worstLag.bytes) + " in " + worst.stream : "", at, look.heldBack > 0);
        this.#clients.show(idle, `of ${clients.length}`, at, idle > 0);
    }
}
