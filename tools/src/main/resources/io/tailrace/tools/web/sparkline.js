// Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0
// A small curve of the values of the last minute.

const SVG = "http://www.w3.org/2000/svg";
const POINTS = 60;
const HEIGHT = 20;

export function svg(name, attributes = {}) {
    const made = document.createElementNS(SVG, name);
    for (const [attribute, value] of Object.entries(attributes)) {
        made.setAttribute(attribute, value);
    }
    return made;
}

export class Sparkline {
    #values = [];
    #path = svg("path", {"vector-effect": "non-scaling-stroke"});
    element = svg("svg", {
        class: "sparkline", viewBox: `0 0 ${POINTS - 1} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true",
    });

    constructor() {
        this.element.append(this.#path);
    }

    add(value) {
        this.#values.push(value);
        if (this.#values.length > POINTS) {
            this.#values.shift();
        }
    }

    draw() {
        const most = Math.max(...this.#values, 1);
        const first = POINTS - this.#values.length;
        const points = this.#values.map((value, index) =>
            (first + index) + " " + (HEIGHT - 1 - value / most * (HEIGHT - 2)).toFixed(1));
        this.#path.setAttribute("d", "M" + points.join("L"));
    }
}
