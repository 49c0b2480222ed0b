// Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0
// The smaller tables: who holds whom back, clients, errors.

import {bytes, describe, element, setText, showName, trouble} from "./text.js";

const MAX_CLIENTS = 500;
const NUMBERS = new Set(["Worst lag", "Seen for", "Pid", "Pub", "Sub", "Logs", "Bytes", "Count"]);

/** Fills a table. Whatever is in it may be a name of others. */
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
            cell.className = NUMBERS.has(columns[column]) ? "number" : "";
            showName(cell, String(value));
        });
    });
    table.hidden = rows.length === 0;
}

const heldSince = new Map();

/** Whoever waits, for whom, and since when this page has seen it. */
export function showPressure(streams, takenMs) {
    const held = streams.filter(stream => stream.culprit !== null);
    const names = new Set(held.map(stream => stream.stream));
    [...heldSince.keys()].filter(name => !names.has(name)).forEach(name => heldSince.delete(name));
    const rows = held.map(stream => {
        if (!heldSince.has(stream.stream)) {
            heldSince.set(stream.stream, takenMs);
        }
        const since = Math.round((takenMs - heldSince.get(stream.stream)) / 1000) + " s";
        const waits = stream.state === "HELD_BACK" ? "publishers wait" : "readers wait";
        const lag = stream.worstLag === null ? "" : bytes(stream.worstLag.bytes);
        return {cells: [stream.stream, waits, describe(stream.culprit), lag, since], className: "is-alarm"};
    });
    showRows(document.getElementById("pressure"), ["Stream", "Who waits", "For whom", "Worst lag", "Seen for"], rows);
    document.getElementById("no-pressure").hidden = rows.length > 0;
}

export function showClients(driver, clients) {
    const rows = [driver, ...clients].slice(0, MAX_CLIENTS + 1).map(client => {
        const holdings = [client.publications, client.subscriptions, client.logs, bytes(client.bytes)];
        return {
            cells: [
                client === driver ? "driver" : client.clientId,
                client.pid,
                client.user,
                client.since ?? "-",
                ...client === driver ? ["-", "-", "-", "-"] : holdings,
                client.program,
                (trouble(client) || client.life) + (client.hasErrors ? ", has errors" : ""),
            ],
            className: client.life === "lives" ? "" : client.life === "suspect" ? "is-warning" : "is-alarm",
        };
    });
    showRows(document.getElementById("clients"),
        ["Client", "Pid", "User", "Since", "Pub", "Sub", "Logs", "Bytes", "Program", "State"], rows);
    showMore("more-clients", clients.length - MAX_CLIENTS, "tailrace clients");
}

export function showErrors(errors, count) {
    const table = document.getElementById("errors");
    showRows(table, ["Where", "Count", "First", "Last", "Error"],
        errors.map(error => ({cells: [error.where, error.count, error.first, error.last, ""]})));
    errors.forEach((error, index) => showStack(table.tBodies[0].rows[index].cells[4], error.text));
    document.getElementById("no-errors").hidden = errors.length > 0;
    showMore("more-errors", count - errors.length, "tailrace errors");
}

function showStack(cell, text) {
    if (cell.firstElementChild?.localName !== "details") {
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
