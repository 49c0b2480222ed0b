// Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0
// A small curve of the values of the last hour.

const SVG = "http://www.w3.org/2000/svg";
const HOUR_MS = 3_600_000;
const HEIGHT = 20;

export function svg(name, attributes = {}) {
    const made = document.createElementNS(SVG, name);
    for (const [attribute, value] of Object.entries(attributes)) {
        made.setAttribute(attribute, value);
    }
    return made;
}

export class Sparkline {
    #points;
    #fewest;
    #values = [];
    #part;
    #count = 0;
    #area = svg("path", {class: "area"});
    #path = svg("path", {"vector-effect": "non-scaling-stroke"});
    element;

    /** A curve of so many points, each the mean of its part of the hour. Five minutes already fill the width. */
    constructor(points) {
        this.#points = points;
        this.#fewest = points / 12;
        this.element = svg("svg", {class: "sparkline", preserveAspectRatio: "none", "aria-hidden": "true"});
        this.element.append(this.#area, this.#path);
    }

    /** Starts again with the points of the history, the newest last. */
    load(values) {
        this.#values = values.slice(-this.#points);
        this.#part = undefined;
    }

    add(value, atMs) {
        const part = Math.floor(atMs / HOUR_MS * this.#points);
        if (part !== this.#part) {
            this.#part = part;
            this.#count = 0;
            this.#values.push(0);
            this.#values.splice(0, this.#values.length - this.#points);
        }
        const last = this.#values.length - 1;
        this.#values[last] += (value - this.#values[last]) / ++this.#count;
    }

    get most() {
        return Math.max(...this.#values, 0);
    }

    draw() {
        const most = this.most || 1;
        const points = Math.max(this.#values.length, this.#fewest);
        const first = points - this.#values.length;
        this.element.setAttribute("viewBox", `0 0 ${points - 1} ${HEIGHT}`);
        const line = this.#values.map((value, index) =>
            (first + index) + " " + (HEIGHT - 1 - value / most * (HEIGHT - 2)).toFixed(1)).join("L");
        this.#path.setAttribute("d", line && "M" + line);
        this.#area.setAttribute("d", line && `M${first} ${HEIGHT}L${line}L${points - 1} ${HEIGHT}Z`);
    }
}
