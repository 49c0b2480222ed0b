// Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0
// The logs of a stream: the three terms of each as a strip, with the positions of the tail, the limit and each subscriber.

import {bytes, describe, element, factsOf, nameOf, setText, showName} from "./text.js";
import {svg} from "./sparkline.js";

const TERMS = 3;
const TOP = 16; // The top of the strip, below the names of the terms.
const MAX_LOGS = 20;
const COLUMNS = ["", "", "Lag", "Policy", ""];

/** Converts positions of a log to places in its strip, in percent. */
class Places {
    constructor(strip) {
        this.clean = strip.cleanPosition;
        this.ring = TERMS * strip.termLength;
    }

    of(position) {
        return position % this.ring / this.ring * 100;
    }

    /** Positions below the clean position, or claimed ahead, have no place. */
    has(position) {
        return position >= this.clean && position <= this.clean + this.ring;
    }

    /** The parts of the strip between two positions: two parts if the range wraps around. */
    parts(from, to) {
        if (to - from >= this.ring) {
            return [[0, 100]];
        }
        const [start, end] = [this.of(from), this.of(to)];
        if (to <= from) {
            return [];
        }
        return start < end ? [[start, end]] : [[start, 100], [0, end]];
    }
}

function mark(places, position, className, top = 0) {
    if (!places.has(position)) {
        return [];
    }
    const x = places.of(position) + "%";
    return [svg("line", {class: className, x1: x, x2: x, y1: top, y2: "100%"})];
}

function drawTerms(picture, log, strip, places) {
    const width = 100 / TERMS;
    const parts = strip.terms.flatMap((term, index) => {
        const name = svg("text", {x: index * width + 0.5 + "%", y: 11});
        name.textContent = `term ${index}  ${term.state}  ${Math.round(100 * term.fill / strip.termLength)} %`;
        return [svg("rect", {
            class: "term is-" + term.state.toLowerCase(),
            x: index * width + 0.1 + "%", y: TOP, width: width - 0.2 + "%", height: 18,
        }), name];
    });
    const written = places.parts(strip.cleanPosition, strip.readableTail)
        .map(([start, end]) => svg("rect", {class: "written", x: start + "%", y: TOP, width: end - start + "%", height: 18}));
    picture.replaceChildren(...parts, ...written,
        ...mark(places, log.limit, "limit", TOP), ...mark(places, log.tail, "tail", TOP));
    picture.setAttribute("aria-label", strip.terms.map((term, index) => `term ${index} ${term.state}`).join(", "));
}

function drawSubscriber(row, subscriber, places, window) {
    while (row.cells.length < COLUMNS.length) {
        row.append(element(row.cells.length === 0 ? "th" : "td", row.cells.length === 2 ? "number" : ""));
    }
    const [name, track, lag, policy, who] = row.cells;
    lag.dataset.label = COLUMNS[2];
    const holder = subscriber.subscriber;
    name.scope = "row";
    showName(name, nameOf(holder));
    const picture = track.firstElementChild ?? track.appendChild(svg("svg", {class: "track", role: "img"}));
    picture.setAttribute("aria-label", "at position " + subscriber.position);
    picture.replaceChildren(...mark(places, subscriber.position, "subscriber"));
    setText(lag, bytes(subscriber.lag));
    setText(policy, subscriber.policy + (subscriber.vacant ? ", vacant" : ""));
    showName(who, factsOf(holder));
    row.classList.toggle("is-alarm", subscriber.policy !== "drop" && subscriber.policy !== "evicted" && subscriber.lag >= window);
}

class LogView {
    element = element("section", "log");
    #title = element("h3");
    #publishers = element("p");
    #picture = svg("svg", {class: "strip", role: "img"});
    #body = element("tbody");

    constructor() {
        const table = element("table");
        const head = element("thead").appendChild(element("tr"));
        COLUMNS.forEach((column, index) => {
            const cell = head.appendChild(element("th", index === 2 ? "number" : ""));
            cell.scope = "col";
            setText(cell, column);
        });
        setText(head.cells[0], "tail ┃ limit ┊");
        head.cells[1].append(this.#picture);
        table.append(head.parentElement, this.#body);
        this.element.append(this.#title, this.#publishers, table);
    }

    show({log, strip, publishers, subscribers}) {
        const kind = (log.exclusive ? "exclusive" : "concurrent") + (log.ended ? ", ended" : "");
        setText(this.#title, `log ${log.logId}  ${kind}  3 × ${bytes(strip.termLength)}  tail ${log.tail}`
            + `  limit ${log.limit}  ${bytes(log.bytesPerSecond)}/s`);
        showName(this.#publishers, strip.contradiction ?? (publishers.length === 0
            ? "no publisher" : "published by " + publishers.map(each => describe(each.publisher)).join(", ")));
        this.#publishers.classList.toggle("is-alarm", strip.contradiction !== null);
        const places = new Places(strip);
        drawTerms(this.#picture, log, strip, places);
        while (this.#body.rows.length > subscribers.length) {
            this.#body.deleteRow(-1);
        }
        subscribers.forEach((subscriber, index) =>
            drawSubscriber(this.#body.rows[index] ?? this.#body.insertRow(), subscriber, places, strip.window));
    }
}

/** The details that are unfolded below the row of a stream. */
export class StreamDetails {
    element = element("div", "logs");
    #note = element("p");
    #logs = new Map();

    constructor() {
        setText(this.#note, "Looking");
        this.element.append(this.#note);
    }

    /** Shows logs, each with its strip, publishers and subscribers. */
    show(logs) {
        const shown = logs.slice(0, MAX_LOGS);
        setText(this.#note, logs.length === 0 ? "No log yet: no message has been published."
            : logs.length > shown.length ? `The first ${MAX_LOGS} of ${logs.length} logs` : "");
        const ids = new Set(shown.map(({log}) => log.logId));
        for (const [id, view] of this.#logs) {
            if (!ids.has(id)) {
                view.element.remove();
                this.#logs.delete(id);
            }
        }
        for (const each of shown) {
            if (!this.#logs.has(each.log.logId)) {
                const view = new LogView();
                this.#logs.set(each.log.logId, view);
                this.element.append(view.element);
            }
            this.#logs.get(each.log.logId).show(each);
        }
    }
}
