// Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0
// Asks for figures and summaries each second and shows them. Names come from outside, so they are only ever set as text.

const PERIOD_MS = 1000;
const TIMEOUT_MS = 12000; // A little more than the server waits for summaries.
const numbers = new Intl.NumberFormat("en");
const state = document.getElementById("state");

async function get(path) {
    const response = await fetch(path, {signal: AbortSignal.timeout(TIMEOUT_MS)});
    if (!response.ok) {
        throw new Error((await response.text()).trim());
    }
    return response.json();
}

/** Changes only what is different: so a selection and a reader's place stay. */
function setText(element, text) {
    if (element.textContent !== text) {
        element.textContent = text;
    }
}

function element(name, className = "") {
    const made = document.createElement(name);
    made.className = className;
    return made;
}

/** A name of its own direction, so that one from right to left turns nothing around it. */
function nameIn(cell) {
    return cell.firstElementChild ?? cell.appendChild(element("bdi"));
}

function cellAt(row, index) {
    while (row.cells.length <= index) {
        const cell = row.cells.length === 0 ? element("th") : element("td");
        if (row.cells.length === 0) {
            cell.scope = "row";
        }
        row.append(cell);
    }
    return row.cells[index];
}

/** Fills a table: each value is a number, or a text that is a name. */
function showRows(body, rows) {
    while (body.rows.length > rows.length) {
        body.deleteRow(-1);
    }
    rows.forEach((values, index) => {
        const row = body.rows[index] ?? body.insertRow();
        values.forEach((value, column) => {
            const cell = cellAt(row, column);
            if (typeof value === "number") {
                cell.className = "number";
                setText(cell, numbers.format(value));
            } else {
                setText(nameIn(cell), value);
            }
        });
    });
}

function showFill(cell, stage) {
    if (!cell.firstElementChild) {
        const fill = cell.appendChild(element("div", "fill"));
        fill.append(element("progress"), element("span"));
    }
    const [bar, text] = cell.firstElementChild.children;
    bar.value = stage.fill;
    bar.setAttribute("aria-label", "Input of " + stage.name);
    setText(text, Math.round(100 * stage.fill) + " %");
}

function showFigures(figures) {
    const body = document.getElementById("stages");
    showRows(body, figures.stages.map(stage => [stage.name, stage.process, stage.perSecond, stage.handled]));
    figures.stages.forEach((stage, index) => {
        const row = body.rows[index];
        showFill(cellAt(row, 4), stage);
        setText(cellAt(row, 5), stage.state.toLowerCase());
        row.classList.toggle("is-slowest", stage.state === "RUNNING" && figures.slowest.includes(stage.name));
        row.classList.toggle("is-stale", stage.state === "STALE");
    });
    const rejects = Object.entries(figures.rejects);
    document.getElementById("no-rejects").hidden = rejects.length > 0;
    document.getElementById("rejects-table").hidden = rejects.length === 0;
    showRows(document.getElementById("rejects"), rejects);
    showState(sayState(figures), false);
}

function sayState(figures) {
    if (figures.slowest.length > 0) {
        return "Slowest stage: " + figures.slowest.join(", ");
    }
    if (figures.stages.length === 0) {
        return "Waiting for the first figures";
    }
    return figures.stages.every(stage => stage.state === "ENDED") ? "Done" : "Waiting for input";
}

function showState(text, isLost) {
    setText(state, text);
    state.classList.toggle("is-lost", isLost);
}

/** The columns and the rows of a summary. A top list has a row for each item, the others one for each group. */
function tableOf(summary) {
    const groups = Object.entries(summary.groups);
    if (groups.some(([, values]) => values.top)) {
        return {
            columns: ["group", "item", "count"],
            rows: groups.flatMap(([group, values]) => Object.entries(values.top)
                .sort(([, a], [, b]) => b - a) // JSON.parse puts names that are numbers first.
                .map(([item, count]) => [group, item, count])),
        };
    }
    const columns = groups.length === 0 ? [] : Object.keys(groups[0][1]);
    return {columns: ["group", ...columns], rows: groups.map(([group, values]) => [group, ...Object.values(values)])};
}

function newSummary() {
    const made = element("section", "summary");
    const table = element("table");
    table.append(element("thead"), element("tbody"));
    table.tHead.insertRow();
    made.append(element("h3"), element("p"), table);
    made.tabIndex = 0; // It scrolls where it is too narrow.
    return made;
}

function showSummary(shown, summary) {
    const [title, events, table] = shown.children;
    const {columns, rows} = tableOf(summary);
    setText(title, summary.name + ", version " + summary.version);
    setText(events, summary.error ?? numbers.format(summary.events) + " events");
    table.setAttribute("aria-label", title.textContent);
    shown.setAttribute("aria-label", title.textContent);
    columns.forEach((column, index) => {
        const header = cellAt(table.tHead.rows[0], index);
        header.scope = "col";
        header.className = typeof rows[0]?.[index] === "number" ? "number" : "";
        setText(header, column);
    });
    showRows(table.tBodies[0], rows);
}

function showSummaries({summaries}) {
    const all = document.getElementById("summaries");
    showNote(summaries.length > 0 ? "" : "Waiting for the summaries");
    const earlier = new Map([...all.children].map(shown => [shown.dataset.key, shown]));
    summaries.forEach((summary, index) => {
        const key = summary.version + " " + summary.name;
        const shown = earlier.get(key) ?? newSummary();
        shown.dataset.key = key;
        if (all.children[index] !== shown) {
            all.insertBefore(shown, all.children[index] ?? null);
        }
        showSummary(shown, summary);
    });
    while (all.children.length > summaries.length) {
        all.lastElementChild.remove();
    }
}

function showNote(text) {
    const note = document.getElementById("summaries-note");
    setText(note, text);
    note.hidden = text === "";
}

/** Shows what a path tells, over and over. The two are apart: summaries may take a while, figures never do. */
async function keepShowing(path, show, showLoss) {
    let lostAt = "";
    for (;;) {
        try {
            show(await get(path));
            lostAt = "";
        } catch (error) {
            lostAt ||= new Date().toLocaleTimeString("en-GB");
            showLoss("Not heard of since " + lostAt + ": " + error.message);
        }
        await new Promise(resolve => setTimeout(resolve, PERIOD_MS));
    }
}

keepShowing("figures", showFigures, text => showState(text, true));
keepShowing("summaries", showSummaries, showNote);
