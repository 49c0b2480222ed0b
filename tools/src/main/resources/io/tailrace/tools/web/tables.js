// Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0
// The smaller tables: clients, events, errors.

import {bytes, element, escape, setText, showName, trouble} from "./text.js";

const MAX_CLIENTS = 500;
const MAX_EVENTS = 100;
const DEATHS = new Set(["DRIVER_DIED", "CLIENT_DIED"]);
const WARNINGS = new Set(["OVERRUN", "EVICTED", "UNBLOCKED", "REFUSED", "RELEASED"]);
const NUMBERS = new Set(["Client", "Pid", "Count"]);

/** Fills a table. Any text in it may be a name that another process has chosen. */
function showRows(table, columns, rows) {
    if (!table.tHead) {
        const head = table.createTHead().insertRow();
        columns.forEach(column => {
            const cell = head.appendChild(element("th", NUMBERS.has(column) ? "number" : ""));
            cell.scope = "col";
            setText(cell, column);
        });
        table.createTBody();
    }
    const body = table.tBodies[0];
    while (body.rows.length > rows.length) {
        body.deleteRow(-1);
    }
    rows.forEach(({cells, className = ""}, index) => {
        const row = body.rows[index] ?? body.insertRow();
        row.className = className;
        cells.forEach((value, column) => {
            const cell = row.cells[column] ?? row.appendChild(element(column === 0 ? "th" : "td"));
            if (column === 0) {
                cell.scope = "row";
            }
            cell.className = NUMBERS.has(columns[column]) ? "number" : columns[column].toLowerCase();
            cell.dataset.label = columns[column];
            showName(cell, String(value));
        });
    });
    table.hidden = rows.length === 0;
}

export function showClients(driver, clients) {
    const rows = [driver, ...clients].slice(0, MAX_CLIENTS + 1).map(client => ({
        cells: [
            client.program,
            client === driver ? "driver" : client.clientId,
            client.pid,
            client.user,
            clock(client.since),
            client === driver ? "-" : holdings(client),
            (trouble(client) || client.life) + (client.hasErrors ? ", has errors" : ""),
        ],
        className: client.life === "lives" ? "is-flowing" : client.life === "suspect" ? "is-warning" : "is-alarm",
    }));
    showRows(document.getElementById("clients"), ["Program", "Client", "Pid", "User", "Since", "Holds", "State"], rows);
    showMore("more-clients", clients.length - MAX_CLIENTS, "tailrace clients");
}

function holdings(client) {
    return `${client.publications} pub, ${client.subscriptions} sub, ${bytes(client.bytes)} in ${client.logs} logs`;
}

const eventsFilter = document.getElementById("events-filter");
let events = [];

/** The events, the newest first. */
export function showEvents(newEvents) {
    events = newEvents;
    const wanted = eventsFilter.value.toLowerCase();
    const rows = events.filter(event => escape(event.stream).toLowerCase().includes(wanted)).reverse().map(event => ({
        cells: [clock(event.time), event.stream, event.text],
        className: DEATHS.has(event.type) ? "is-alarm" : WARNINGS.has(event.type) ? "is-warning" : "",
    }));
    showRows(document.getElementById("events"), ["Time", "Stream", "What"], rows);
    document.getElementById("no-events").hidden = rows.length > 0;
    setText(document.getElementById("more-events"),
        events.length === MAX_EVENTS ? `The newest ${MAX_EVENTS}: tailrace events shows all` : "");
}

eventsFilter.addEventListener("input", () => showEvents(events));

function clock(time) {
    return time?.replace("T", " ") ?? "-";
}

export function showErrors(errors, count) {
    const table = document.getElementById("errors");
    showRows(table, ["Where", "Count", "First", "Last", "Error"],
        errors.map(error => ({cells: [error.where, error.count, clock(error.first), clock(error.last)]})));
    errors.forEach((error, index) => {
        const row = table.tBodies[0].rows[index];
        showStack(row.cells[4] ?? row.appendChild(element("td", "error")), error.text);
    });
    document.getElementById("no-errors").hidden = errors.length > 0;
    showMore("more-errors", count - errors.length, "tailrace events --errors");
}

function showStack(cell, text) {
    if (!cell.firstElementChild) {
        const details = element("details");
        details.append(element("summary"), element("pre"));
        cell.replaceChildren(details);
    }
    const [summary, stack] = cell.firstElementChild.children;
    const [first, ...rest] = text.split("\n");
    showName(summary, first);
    setText(stack, rest.join("\n"));
}

function showMore(id, count, command) {
    const note = document.getElementById(id);
    setText(note, count > 0 ? `${count} more: ${command} shows all` : "");
    note.hidden = count <= 0;
}
