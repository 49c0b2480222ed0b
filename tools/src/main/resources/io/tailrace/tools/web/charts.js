// Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0
// The last hour of a stream in charts with axes, drawn by uPlot.

import {bytes, count, element} from "./text.js";

const {uPlot} = window;
const HOUR_S = 3600;
const SHORTEST_S = 300;
const GAP_S = 25; // No snapshots arrived, or there was no driver.
const HEIGHT = 150;
const percent = value => Math.round(value) + " %";
const CHARTS = [
    {title: "Bytes a second", field: "bytesPerSecond", text: value => bytes(value) + "/s", top: 100},
    {title: "Messages a second", field: "messagesPerSecond", text: value => count(value) + "/s", top: 100},
    {title: "Worst lag, % of the window", field: "lagPercent", text: percent, top: 100},
    {title: "Held back, % of the time", field: "held", text: value => percent(value * 100), top: 1},
];

function colour(name) {
    return () => getComputedStyle(document.documentElement).getPropertyValue(name);
}

function clock(seconds, hasSeconds) {
    return new Date(seconds * 1000).toLocaleTimeString("en-GB").slice(0, hasSeconds ? 8 : 5);
}

class Chart {
    element = element("figure");
    #what;
    #plot;
    #picture = element("div");

    constructor(what) {
        this.#what = what;
        this.field = what.field;
        const caption = element("figcaption");
        caption.textContent = what.title;
        this.#picture.setAttribute("role", "img");
        this.#picture.setAttribute("aria-label", what.title);
        this.element.append(caption, this.#picture);
        const axis = {stroke: colour("--faint"), grid: {stroke: colour("--line"), width: 1}, ticks: {show: false}};
        this.#plot = new uPlot({
            width: 300,
            height: HEIGHT,
            padding: [8, 14, 0, 0],
            cursor: {drag: {x: false, y: false}},
            scales: {
                x: {range: (plot, from, to) => [Math.min(from, to - SHORTEST_S), to]},
                y: {range: (plot, from, to) => [0, Math.max(to * 1.05, what.top)]},
            },
            axes: [
                {...axis, size: 30, space: 60, values: (plot, ticks) => ticks.map(tick => clock(tick, false))},
                {...axis, size: 58, space: 28, values: (plot, ticks) => ticks.map(what.text)},
            ],
            series: [
                {value: (plot, value) => value === null ? "" : clock(value, true)},
                {
                    stroke: colour("--curve"), fill: colour("--area"), width: 1.5, points: {show: false},
                    value: (plot, value) => value === null ? "" : what.text(value),
                },
            ],
        }, [[], []], this.#picture);
        new ResizeObserver(() =>
            this.#plot.setSize({width: Math.max(this.#picture.clientWidth, 200), height: HEIGHT})).observe(this.element);
        matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.#plot.redraw());
    }

    show(times, values) {
        const now = values[values.length - 1];
        const most = Math.max(...values);
        this.#picture.setAttribute("aria-label",
            `${this.#what.title} in the last hour: now ${this.#what.text(now)}, at most ${this.#what.text(most)}`);
        this.#plot.setData([times, values]);
    }
}

/** The charts of a stream: its history from the server, continued with what the page receives. */
export class Charts {
    element = element("div", "charts");
    #heldNs = NaN;
    #takenMs = 0;
    #times = [];
    #values = new Map(CHARTS.map(({field}) => [field, []]));
    #charts = CHARTS.map(what => new Chart(what));

    constructor() {
        this.element.append(...this.#charts.map(chart => chart.element));
    }

    load(history) {
        this.#times = [];
        this.#values.forEach(values => values.length = 0);
        history.timesMs.forEach((time, index) => this.#add(time, field => history[field][index]));
        this.#draw();
    }

    add(stream, takenMs) {
        const grown = (stream.heldTotalNs - this.#heldNs) / 1e6 / (takenMs - this.#takenMs);
        const now = {...stream, lagPercent: stream.worstLag?.percent ?? 0, held: Math.min(Math.max(grown, 0), 1)};
        this.#heldNs = stream.heldTotalNs;
        this.#takenMs = takenMs;
        this.#add(takenMs, field => now[field]);
        this.#draw();
    }

    #add(timeMs, value) {
        const time = timeMs / 1000;
        const last = this.#times[this.#times.length - 1];
        if (time <= last) {
            return; // Two snapshots of one moment, or the clock was set back.
        }
        if (time - last > GAP_S) {
            this.#times.push(last + 1);
            this.#values.forEach(values => values.push(null));
        }
        this.#times.push(time);
        this.#values.forEach((values, field) => values.push(value(field)));
        while (this.#times[0] < time - HOUR_S) {
            this.#times.shift();
            this.#values.forEach(values => values.shift());
        }
    }

    #draw() {
        if (this.#times.length > 0) {
            this.#charts.forEach(chart => chart.show(this.#times, this.#values.get(chart.field)));
        }
    }
}
