// Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0
// The table of streams. Any number of them may be there: only the rows that can be seen are drawn.

import {bytes, describeState, element, escape, setText, showName} from "./text.js";
import {Sparkline} from "./sparkline.js";
import {StreamDetails} from "./strip.js";

/** From what needs a person most to what needs one least. */
const STATES = ["DAMAGED", "HELD_BACK", "OPEN_CLAIM", "NO_SUBSCRIBER", "NO_PUBLISHER", "FLOWING", "IDLE", "ENDED", "VACANT"];
const ALARMS = new Set(["DAMAGED", "HELD_BACK", "OPEN_CLAIM"]);
const WARNINGS = new Set(["NO_SUBSCRIBER", "NO_PUBLISHER"]);
const DIM = new Set(["IDLE", "ENDED", "VACANT"]);
const SORTINGS = {
    state: row => STATES.indexOf(row.stream.state),
    rate: row => -row.stream.bytesPerSecond,
    lag: row => -(row.stream.worstLag?.bytes ?? 0),
    position: row => -row.stream.position,
    name: () => 0,
};
const NUMBERS = [2, 3, 4, 5, 6, 7];
const numbers = new Intl.NumberFormat("en");

class StreamRow {
    element = element("tr", "stream");
    stream;
    #name;
    #button = element("button", "unfold");
    #sparkline = new Sparkline();
    #details;
    #detailsRow;
    #isVisible = false;

    constructor(name, toggle) {
        this.#name = name;
        this.element.append(element("th"), ...Array.from({length: 8}, () => element("td")));
        this.element.cells[0].scope = "row";
        this.element.cells[0].append(this.#button);
        this.element.cells[1].append(this.#sparkline.element);
        NUMBERS.forEach(column => this.element.cells[column].className = "number");
        this.element.cells[8].className = "state";
        showName(this.#button, name);
        this.#button.setAttribute("aria-expanded", "false");
        this.#button.addEventListener("click", () => toggle(name));
        this.element.row = this;
    }

    get name() {
        return this.#name;
    }

    update(stream, isLater) {
        this.stream = stream;
        if (isLater) {
            this.#sparkline.add(stream.bytesPerSecond);
        }
        if (this.#isVisible) {
            this.#draw();
        }
    }

    setVisible(isVisible) {
        this.#isVisible = isVisible;
        if (isVisible) {
            this.#draw();
        }
    }

    #draw() {
        const {stream} = this;
        const cells = this.element.cells;
        this.#sparkline.draw();
        setText(cells[2], bytes(stream.bytesPerSecond));
        setText(cells[3], numbers.format(stream.position));
        setText(cells[4], String(stream.publishers));
        setText(cells[5], String(stream.subscribers));
        setText(cells[6], bytes(stream.worstLag?.bytes ?? 0));
        setText(cells[7], String(stream.worstLag?.percent ?? 0));
        showName(cells[8], describeState(stream));
        this.element.classList.toggle("is-alarm", ALARMS.has(stream.state));
        this.element.classList.toggle("is-warning", WARNINGS.has(stream.state));
        this.element.classList.toggle("is-dim", DIM.has(stream.state));
    }

    unfold(isUnfolded) {
        this.#button.setAttribute("aria-expanded", String(isUnfolded));
        if (isUnfolded && !this.#details) {
            this.#details = new StreamDetails();
            this.#detailsRow = element("tr", "details");
            const cell = this.#detailsRow.appendChild(element("td"));
            cell.colSpan = 9;
            cell.append(this.#details.element);
            this.element.after(this.#detailsRow);
        } else if (!isUnfolded && this.#details) {
            this.#detailsRow.remove();
            this.#details = undefined;
            this.#detailsRow = undefined;
        }
    }

    showLogs(logs) {
        this.#details?.show(logs);
    }

    /** What stands in the table. */
    elements() {
        return this.#detailsRow ? [this.element, this.#detailsRow] : [this.element];
    }

    remove() {
        this.elements().forEach(each => each.remove());
    }
}

export class StreamTable {
    #body;
    #count;
    #rows = new Map();
    #toggle;
    #sorting = "state";
    #filter = "";
    #observer = new IntersectionObserver(
        entries => entries.forEach(entry => entry.target.row.setVisible(entry.isIntersecting)), {rootMargin: "300px"});

    /** Shows streams in a table; calls back when a person wants to unfold one or to fold it. */
    constructor(table, filter, count, toggle) {
        this.#body = table.tBodies[0];
        this.#count = count;
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

    /** Shows all streams, and the logs of those that are unfolded; isLater: at another time than before. */
    show(streams, logs, isLater) {
        const names = new Set();
        for (const stream of streams) {
            names.add(stream.stream);
            this.#row(stream.stream).update(stream, isLater);
            if (logs.has(stream.stream)) {
                this.#row(stream.stream).showLogs(logs.get(stream.stream));
            }
        }
        for (const [name, row] of this.#rows) {
            if (!names.has(name)) {
                this.#observer.unobserve(row.element);
                row.remove();
                this.#rows.delete(name);
            }
        }
        this.#arrange();
    }

    unfold(name, isUnfolded) {
        this.#rows.get(name)?.unfold(isUnfolded);
    }

    #row(name) {
        let row = this.#rows.get(name);
        if (!row) {
            row = new StreamRow(name, this.#toggle);
            this.#rows.set(name, row);
            this.#observer.observe(row.element);
        }
        return row;
    }

    /** Moves only rows that stand at another place than before. */
    #arrange() {
        const key = SORTINGS[this.#sorting];
        const rows = [...this.#rows.values()]
            .filter(row => escape(row.name).toLowerCase().includes(this.#filter))
            .sort((a, b) => key(a) - key(b) || (a.name < b.name ? -1 : 1));
        const wanted = rows.flatMap(row => row.elements());
        let at = this.#body.firstElementChild;
        for (const each of wanted) {
            if (each === at) {
                at = at.nextElementSibling;
            } else {
                this.#body.insertBefore(each, at);
            }
        }
        while (at) {
            const next = at.nextElementSibling;
            at.remove();
            at = next;
        }
        setText(this.#count, this.#filter === "" ? `${rows.length}` : `${rows.length} of ${this.#rows.size}`);
    }
}
