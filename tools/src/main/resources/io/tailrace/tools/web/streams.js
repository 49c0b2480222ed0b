// Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0
// The streams: those in trouble as cards, all others in a table. Only visible rows are drawn, so that there may be any
// number of streams.

import {bytes, count, element, escape, setText, showCommand, showName, showText} from "./text.js";
import {Charts} from "./charts.js";
import {Sparkline} from "./sparkline.js";
import {StreamDetails} from "./strip.js";

/** In the order in which they need a person, the most urgent first. */
const STATES = ["DAMAGED", "HELD_BACK", "OPEN_CLAIM", "NO_SUBSCRIBER", "NO_PUBLISHER", "FLOWING", "IDLE", "ENDED", "VACANT"];
const ALARMS = new Set(["DAMAGED", "HELD_BACK", "OPEN_CLAIM"]);
const WARNINGS = new Set(["NO_SUBSCRIBER", "NO_PUBLISHER"]);
const DIM = new Set(["IDLE", "ENDED", "VACANT"]);
/** Further streams in trouble are the first rows of the table. */
const MAX_CARDS = 20;
const MINUTES = 60;
const SORTINGS = {
    state: entry => STATES.indexOf(entry.stream.state),
    rate: entry => -entry.stream.bytesPerSecond,
    messages: entry => -entry.stream.messagesPerSecond,
    lag: entry => -(entry.stream.worstLag?.bytes ?? 0),
    name: () => 0,
};
const LABELS = ["", "", "Bytes/s", "Messages/s", "Worst lag", "%", "Pub, sub", "State"];

function unfolder(name, toggle) {
    const button = element("button", "unfold");
    showName(button, name);
    button.addEventListener("click", () => toggle(name));
    return button;
}

/** The extent of a stream's history on disk, empty if there is none. */
function kept(stream) {
    return stream.history ? ` · kept since ${stream.history.from}, ${bytes(stream.history.bytes)}` : "";
}

/** A stream in the table. */
class Row {
    element = element("tr", "stream");
    button;
    #name;
    #curve;
    #details;

    constructor(name, toggle, curve) {
        this.#name = name;
        this.#curve = curve;
        this.button = unfolder(name, toggle);
        this.element.append(element("th"), ...LABELS.slice(1).map(() => element("td")));
        const cells = [...this.element.cells];
        cells.forEach((cell, index) => {
            cell.className = index < 2 ? "" : index < 7 ? "number" : "state";
            cell.dataset.label = LABELS[index];
        });
        cells[0].scope = "row";
        cells[0].append(this.button);
        cells[1].append(curve.element);
    }

    draw(stream) {
        const cells = this.element.cells;
        this.#curve.draw();
        setText(cells[2], bytes(stream.bytesPerSecond));
        setText(cells[3], count(stream.messagesPerSecond));
        setText(cells[4], bytes(stream.worstLag?.bytes ?? 0));
        setText(cells[5], String(stream.worstLag?.percent ?? 0));
        setText(cells[6], stream.publishers + ", " + stream.subscribers);
        showText(cells[7], stream.verdict + kept(stream));
        this.element.classList.toggle("is-alarm", ALARMS.has(stream.state));
        this.element.classList.toggle("is-warning", WARNINGS.has(stream.state));
        this.element.classList.toggle("is-dim", DIM.has(stream.state));
        this.element.classList.toggle("is-flowing", stream.state === "FLOWING");
    }

    /** Shows details below the row, or removes them. */
    unfold(details) {
        this.#details?.remove();
        this.#details = undefined;
        if (details) {
            this.#details = element("tr", "details");
            const cell = this.#details.appendChild(element("td"));
            cell.colSpan = LABELS.length;
            cell.append(details);
            this.element.after(this.#details);
        }
    }

    /** The elements of the row in the table. */
    elements() {
        return this.#details ? [this.element, this.#details] : [this.element];
    }
}

/** A stream in trouble: what holds it back and since when, which streams wait for which, and the command to type. */
class Card {
    element = element("article", "card is-alarm");
    button;
    #verdict = element("div", "verdict");
    #facts = element("p", "note");
    #command = element("div", "command");
    #details;

    constructor(name, toggle) {
        this.button = unfolder(name, toggle);
        const title = element("h3");
        title.append(this.button);
        this.element.append(title, this.#verdict, this.#command, this.#facts);
    }

    draw(stream) {
        const links = stream.verdict.split(/ (?=← )/);
        while (this.#verdict.children.length > links.length) {
            this.#verdict.lastElementChild.remove();
        }
        links.forEach((link, index) =>
            showText(this.#verdict.children[index] ?? this.#verdict.appendChild(element("p")), link));
        showCommand(this.#command, stream.remedy);
        const lag = stream.worstLag ? `lag ${bytes(stream.worstLag.bytes)}, ${stream.worstLag.percent} %` : "no lag";
        setText(this.#facts, `${lag} · ${bytes(stream.bytesPerSecond)}/s · ${stream.publishers} pub, ${stream.subscribers} sub${kept(stream)}`);
    }

    unfold(details) {
        this.#details?.remove();
        this.#details = details;
        if (details) {
            this.element.append(details);
        }
    }
}

/** A stream, in the table or as a card, and the details unfolded below it. */
class Entry {
    name;
    row;
    stream;
    card;
    curve = new Sparkline(MINUTES);
    isVisible = false;
    #toggle;
    #details;
    #charts;
    #logs;

    constructor(name, toggle) {
        this.name = name;
        this.#toggle = toggle;
        this.row = new Row(name, toggle, this.curve);
        this.row.element.entry = this;
    }

    update(stream, takenMs) {
        this.stream = stream;
        if (takenMs) {
            this.curve.add(stream.bytesPerSecond, takenMs);
            this.#charts?.add(stream, takenMs);
        }
    }

    draw() {
        if (this.card) {
            this.card.draw(this.stream);
        } else if (this.isVisible) {
            this.row.draw(this.stream);
        }
    }

    /** Turns the stream into a card, or back into a row. */
    setCard(isCard) {
        if (isCard !== Boolean(this.card)) {
            (this.card ?? this.row).unfold(undefined);
            this.card?.element.remove();
            this.card = isCard ? new Card(this.name, this.#toggle) : undefined;
            this.#place();
        }
    }

    unfold(isUnfolded) {
        if (isUnfolded !== Boolean(this.#details)) {
            this.#details = isUnfolded ? element("div") : undefined;
            this.#charts = isUnfolded ? new Charts() : undefined;
            this.#logs = isUnfolded ? new StreamDetails() : undefined;
            this.#details?.append(this.#charts.element, this.#logs.element);
            this.#place();
        }
    }

    #place() {
        const shown = this.card ?? this.row;
        shown.unfold(this.#details);
        shown.button.setAttribute("aria-expanded", String(Boolean(this.#details)));
    }

    showLogs(logs) {
        this.#logs?.show(logs);
    }

    load(history) {
        this.#charts?.load(history);
    }

    remove() {
        this.row.elements().forEach(each => each.remove());
        this.card?.element.remove();
    }
}

/** Gives an element these children, and moves only those whose place has changed. */
function arrange(parent, wanted) {
    let at = parent.firstElementChild;
    for (const each of wanted) {
        if (each === at) {
            at = at.nextElementSibling;
        } else {
            parent.insertBefore(each, at);
        }
    }
    while (at) {
        const next = at.nextElementSibling;
        at.remove();
        at = next;
    }
}

export class Streams {
    #body;
    #cards;
    #noCards;
    #count;
    #entries = new Map();
    #rates = new Map();
    #toggle;
    #sorting = "state";
    #filter = "";
    #observer = new IntersectionObserver(entries => entries.forEach(({target, isIntersecting}) => {
        target.entry.isVisible = isIntersecting;
        target.entry.draw();
    }), {rootMargin: "300px"});

    /** Shows streams in a table and as cards; calls back when the user unfolds or folds one. */
    constructor(toggle) {
        const table = document.getElementById("streams");
        const filter = document.getElementById("filter");
        this.#body = table.tBodies[0];
        this.#cards = document.getElementById("trouble");
        this.#noCards = document.getElementById("no-trouble");
        this.#count = document.getElementById("shown");
        this.#toggle = toggle;
        const buttons = [...table.tHead.querySelectorAll("button")];
        const press = () => buttons.forEach(button =>
            button.setAttribute("aria-pressed", String(button.dataset.sort === this.#sorting)));
        buttons.forEach(button => button.addEventListener("click", () => {
            this.#sorting = button.dataset.sort;
            press();
            this.#arrange();
        }));
        press();
        filter.addEventListener("input", () => {
            this.#filter = filter.value.toLowerCase();
            this.#arrange();
        });
    }

    /** Shows all streams, and the logs of the unfolded ones; takenMs: 0 if the snapshot has not changed. */
    show(streams, logs, takenMs) {
        const names = new Set();
        let cards = MAX_CARDS;
        for (const stream of streams) {
            names.add(stream.stream);
            const entry = this.#entry(stream.stream);
            entry.update(stream, takenMs);
            entry.setCard(ALARMS.has(stream.state) && cards-- > 0);
            entry.unfold(logs.has(stream.stream));
            entry.showLogs(logs.get(stream.stream));
            entry.draw();
        }
        for (const [name, entry] of this.#entries) {
            if (!names.has(name)) {
                this.#observer.unobserve(entry.row.element);
                entry.remove();
                this.#entries.delete(name);
            }
        }
        this.#arrange();
    }

    unfold(name, isUnfolded) {
        this.#entries.get(name)?.unfold(isUnfolded);
    }

    /** Takes over the history of the hour from the server: the rates of all streams, by minutes. */
    loadRates(rates) {
        this.#rates = rates;
        this.#entries.forEach(entry => this.#loadRates(entry));
    }

    loadHistory(history) {
        this.#entries.get(history.stream)?.load(history);
    }

    #loadRates(entry) {
        entry.curve.load(this.#rates.get(entry.name) ?? []);
    }

    #entry(name) {
        let entry = this.#entries.get(name);
        if (!entry) {
            entry = new Entry(name, this.#toggle);
            this.#loadRates(entry);
            this.#entries.set(name, entry);
            this.#observer.observe(entry.row.element);
        }
        return entry;
    }

    #arrange() {
        const all = [...this.#entries.values()];
        const cards = all.filter(entry => entry.card).sort((a, b) =>
            b.stream.heldForNs - a.stream.heldForNs || (a.name < b.name ? -1 : 1));
        arrange(this.#cards, cards.map(entry => entry.card.element));
        this.#noCards.hidden = cards.length > 0;
        const key = SORTINGS[this.#sorting];
        const rows = all
            .filter(entry => !entry.card && escape(entry.name).toLowerCase().includes(this.#filter))
            .sort((a, b) => key(a) - key(b) || (a.name < b.name ? -1 : 1));
        arrange(this.#body, rows.flatMap(entry => entry.row.elements()));
        setText(this.#count, this.#filter === "" ? `${rows.length}` : `${rows.length} of ${all.length - cards.length}`);
    }
}
