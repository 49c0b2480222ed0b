// Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0
// Asks the server once a second for all that is shown: JSON lines, as the commands write them with --json.

import {bytes, duration, element, escape, quote, setText, showCommand, showName} from "./text.js";
import {Glance} from "./glance.js";
import {showLinks} from "./links.js";
import {showClients, showErrors, showEvents} from "./tables.js";
import {Streams} from "./streams.js";

const PERIOD_MS = 1000;
const SILENCE_MS = 3500;
const state = document.getElementById("state");
const facts = document.getElementById("facts");
const main = document.querySelector("main"); // Hidden until the server is heard: before, nothing is known.
const absence = document.getElementById("absence");
const unfolded = new Set();
const glance = new Glance(document.getElementById("glance"));
const table = new Streams(toggle);
let loop = 0;
let request = new AbortController();
let lostAt = "";
let takenMs = 0;

/** Asks again and again while the page is visible; a call ends the one before. */
async function connect() {
    const mine = ++loop;
    request.abort();
    while (mine === loop && !document.hidden) {
        const current = request = new AbortController();
        const timer = setTimeout(() => current.abort(), SILENCE_MS); // A stopped server causes no error.
        try {
            const query = new URLSearchParams([...unfolded].map(name => ["stream", name]));
            const reply = await fetch("look?" + query, {signal: current.signal});
            const text = await reply.text();
            if (mine === loop && reply.ok) {
                tryToShow(text);
            } else if (mine === loop) {
                showLoss();
            }
        } catch (lost) {
            if (mine === loop) { // Else the next loop has ended it.
                console.debug(lost);
                showLoss();
            }
        }
        clearTimeout(timer);
        await new Promise(resolve => setTimeout(resolve, PERIOD_MS));
    }
}

function tryToShow(text) {
    try {
        show(text);
    } catch (error) {
        showState("The page has failed, and its data may be old: " + error, "is-lost");
        console.error(error);
    }
}

function toggle(name) {
    if (!unfolded.delete(name)) {
        unfolded.add(name);
    }
    table.unfold(name, unfolded.has(name));
    connect();
    loadHistory();
}

/** Shows the history of the last hour from the server. */
async function loadHistory() {
    if (document.hidden) {
        return;
    }
    try {
        for (const query of ["", ...[...unfolded].map(name => "?" + new URLSearchParams({stream: name}))]) {
            const lines = parse(await (await fetch("history" + query)).text());
            lines("web history").forEach(history => history.stream === undefined ? glance.load(history) : table.loadHistory(history));
            if (query === "") {
                table.loadRates(new Map(lines("web rates").map(rates => [rates.stream, rates.bytesPerSecond])));
            }
        }
    } catch (lost) {
        console.debug(lost); // The state shows the loss, and the curves begin now.
    }
}

function showLoss() {
    lostAt ||= new Date().toLocaleTimeString("en-GB");
    showState(main.hidden ? "Connecting: no answer yet" : "Connection lost at " + lostAt + "; the data shown is from then",
        main.hidden ? "is-connecting" : "is-lost");
}

function showState(text, className) {
    setText(state, escape(text));
    state.className = className;
    document.body.classList.toggle("is-stale", className === "is-lost" || className === "is-connecting");
}

function listOf(map, key) {
    if (!map.has(key)) {
        map.set(key, []);
    }
    return map.get(key);
}

/** Groups the lines of a reply by the command that writes such lines, and by kind. */
function parse(data) {
    const kinds = new Map();
    for (const line of data.split("\n").filter(text => text)) {
        const found = JSON.parse(line);
        const kind = found.schema.replace(/^tailrace\.(.*)\/.*$/, "$1 ") + found.kind;
        listOf(kinds, kind).push(found);
    }
    return kind => kinds.get(kind) ?? [];
}

/** The logs of the unfolded streams, each with its publishers and subscribers. */
function logsByStream(lines) {
    const logs = new Map();
    const byId = new Map();
    lines("ls log").forEach(log => {
        const all = {log, strip: undefined, publishers: [], subscribers: []};
        byId.set(log.logId, all);
        listOf(logs, log.stream).push(all);
    });
    lines("web strip").forEach(strip => byId.get(strip.logId).strip = strip);
    lines("ls publisher").forEach(each => byId.get(each.logId).publishers.push(each));
    lines("ls subscriber").forEach(each => byId.get(each.logId).subscribers.push(each));
    unfolded.forEach(name => listOf(logs, name));
    return logs;
}

function show(data) {
    const start = performance.now();
    lostAt = "";
    const lines = parse(data);
    const [look] = lines("web look");
    if (look) {
        const [driver] = lines("clients driver");
        const streams = lines("ls stream");
        const clients = lines("clients client");
        table.show(streams, logsByStream(lines), look.takenMs === takenMs ? 0 : look.takenMs);
        takenMs = look.takenMs;
        glance.show(look, streams, clients);
        showClients(driver, clients);
        showLinks(lines("ls link"));
        showEvents(lines("events event"));
        showErrors(lines("events error"), look.distinctErrors);
        showFacts(look, driver, lines("web unreadable"), lines("ls history"));
        showDriver(look, driver);
    } else {
        const [nothing] = lines("web nothing");
        table.show([], new Map(), 0);
        showLinks([]);
        facts.replaceChildren();
        showState("No driver: " + nothing.reason, "is-lost");
        showAbsence("No driver", "No program can connect, and there is nothing to show. Start a driver; this page continues by itself.",
            nothing.directory);
        document.title = "No driver - Tailrace";
    }
    main.hidden = false;
    performance.clearMeasures("update");
    performance.measure("update", {start});
}

/** Explains what the absence of a working driver means, and how to start one in directory; null: there is one. */
function showAbsence(title, meaning, directory) {
    const [heading, text, command] = absence.children;
    setText(heading, title);
    setText(text, meaning);
    showCommand(command, directory && "tailrace driver --dir " + quote(directory));
    absence.hidden = title === "";
}

function showDriver(look, driver) {
    if (driver.life === "dead") {
        showAbsence("The driver is dead", "Connected programs continue until one of them dies or leaves; no other can connect."
            + " The data shown is from the driver's end.", look.directory);
    } else {
        showAbsence(driver.life === "lives" ? "" : "The driver is silent", "Connected programs continue; none can connect or"
            + " leave until the driver continues: " + driver.reason, null);
    }
    const trouble = driver.life === "lives" ? "" : "Stale: the driver is " + driver.life + ": " + driver.reason;
    showState(trouble || (look.heldBack > 0 ? `Live, ${look.heldBack} held back` : "Live"),
        trouble ? "is-lost" : look.heldBack > 0 ? "is-alarm" : "");
    document.title = (trouble ? "Driver " + driver.life + " - " : look.heldBack > 0 ? `${look.heldBack} held back - ` : "")
        + "Tailrace";
}

function showFacts(look, driver, unreadable, histories) {
    const upNs = driver.since === null ? -1 : (look.takenMs - Date.parse(driver.since)) * 1e6;
    const shown = {
        Directory: look.directory,
        Driver: "pid " + driver.pid + ", user " + driver.user,
        Up: driver.life === "dead" || upNs < 0 ? "-" : duration(upNs),
        Heartbeat: look.silentNs < 0 ? "-" : (look.silentNs / 1e9).toFixed(1) + " s ago",
        Storage: `logs ${bytes(look.logBytes)}, free ${bytes(look.freeBytes)} of ${bytes(look.totalBytes)}`,
    };
    histories.forEach(history => shown["History " + escape(history.directory)] =
        `historian ${history.state}, ${bytes(history.lagBytes ?? 0)} behind` + (history.error ? ": " + history.error : ""));
    if (unreadable.length > 0) {
        shown.Unreadable = unreadable.length + ", " + unreadable[0].reason;
    }
    const names = Object.keys(shown);
    if (facts.children.length !== names.length) {
        facts.replaceChildren(...names.map(() => {
            const fact = element("div");
            fact.append(element("dt"), element("dd"));
            return fact;
        }));
    }
    names.forEach((name, index) => {
        const [term, value] = facts.children[index].children;
        setText(term, name);
        showName(value, shown[name]);
    });
}

document.addEventListener("visibilitychange", () => {
    showState("Connecting", "is-connecting"); // The data shown is from before the page was left.
    connect();
    loadHistory();
});
connect();
loadHistory();
