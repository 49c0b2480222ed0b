// Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0
// Shows what the server sends once a second: an event of JSON lines, as the commands write them with --json.

import {bytes, duration, element, escape, setText} from "./text.js";
import {showClients, showErrors, showPressure} from "./tables.js";
import {StreamTable} from "./streams.js";

const SILENCE_MS = 3500;
const RETRY_MS = 2000;
const state = document.getElementById("state");
const facts = document.getElementById("facts");
const unfolded = new Set();
const table = new StreamTable(
    document.getElementById("streams"), document.getElementById("filter"), document.getElementById("shown"), toggle);
let source;
let heardAt = 0;
let lostAt = "";
let refusal = "";
let takenMs = 0;

function connect() {
    source?.close();
    source = undefined;
    if (document.hidden) {
        return; // Nobody looks, so nobody has to read for it; a browser has six connections to a server at most, too.
    }
    const query = new URLSearchParams([...unfolded].map(name => ["stream", name]));
    const mine = source = new EventSource("events?" + query);
    heardAt = performance.now();
    source.onmessage = event => {
        try {
            show(event.data);
        } catch (error) {
            showState("The page has failed, and what is shown may be old: " + error, "is-lost");
            throw error; // For the console.
        }
    };
    source.addEventListener("full", event =>
        refusal = `Not connected: ${event.data} browsers look already, which is the most; this one tries again`);
    source.onerror = () => {
        showLoss();
        if (mine.readyState === EventSource.CLOSED) { // Else it tries again by itself.
            setTimeout(() => mine === source && connect(), RETRY_MS);
        }
    };
}

function toggle(name) {
    if (!unfolded.delete(name)) {
        unfolded.add(name);
    }
    table.unfold(name, unfolded.has(name));
    connect();
}

function showLoss() {
    lostAt ||= new Date().toLocaleTimeString("en-GB");
    showState(refusal || "Connection lost at " + lostAt + "; what is shown is as old", "is-lost");
}

function showState(text, className) {
    setText(state, escape(text));
    state.className = className;
    document.body.classList.toggle("is-stale", className === "is-lost");
}

function listOf(map, key) {
    if (!map.has(key)) {
        map.set(key, []);
    }
    return map.get(key);
}

/** Sorts the lines of an event by the command that writes such, and by kind. */
function parse(data) {
    const kinds = new Map();
    for (const line of data.split("\n")) {
        const found = JSON.parse(line);
        const kind = found.schema.replace(/^tailrace\.(.*)\/.*$/, "$1 ") + found.kind;
        listOf(kinds, kind).push(found);
    }
    return kind => kinds.get(kind) ?? [];
}

/** The logs of the streams that are unfolded, each with what belongs to it. */
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
    heardAt = start;
    lostAt = "";
    refusal = "";
    const lines = parse(data);
    const [look] = lines("web look");
    if (look) {
        const [driver] = lines("clients driver");
        const streams = lines("ls stream");
        table.show(streams, logsByStream(lines), look.takenMs !== takenMs);
        takenMs = look.takenMs;
        unfolded.forEach(name => table.unfold(name, true)); // Also one that has come back.
        showPressure(streams, look.takenMs);
        showClients(driver, lines("clients client"));
        showErrors(lines("errors error"), look.distinctErrors);
        showFacts(look, driver, streams.length, lines("web unreadable"));
        showDriver(look, driver);
    } else {
        const [nothing] = lines("web nothing");
        table.show([], new Map(), false);
        showPressure([], 0);
        facts.replaceChildren();
        showState("No driver: " + nothing.reason, "is-lost");
        document.title = "No driver - Tailrace";
    }
    performance.clearMeasures("update");
    performance.measure("update", {start});
}

function showDriver(look, driver) {
    const trouble = driver.life === "lives" ? "" : "Stale: the driver is " + driver.life + ": " + driver.reason;
    showState(trouble || (look.heldBack > 0 ? `Live, ${look.heldBack} held back` : "Live"),
        trouble ? "is-lost" : look.heldBack > 0 ? "is-alarm" : "");
    document.title = (trouble ? "Driver " + driver.life + " - " : look.heldBack > 0 ? `${look.heldBack} held back - ` : "")
        + "Tailrace";
}

function showFacts(look, driver, streamCount, unreadable) {
    const upNs = driver.since === null ? -1 : (look.takenMs - Date.parse(driver.since)) * 1e6;
    const shown = {
        Directory: look.directory,
        Driver: "pid " + driver.pid + ", user " + driver.user,
        Up: driver.life === "dead" || upNs < 0 ? "-" : duration(upNs),
        Heartbeat: look.silentNs < 0 ? "-" : (look.silentNs / 1e9).toFixed(1) + " s ago",
        Clients: look.livingClients + (look.suspectClients > 0 ? `, ${look.suspectClients} suspect` : ""),
        Streams: streamCount + (look.heldBack > 0 ? `, ${look.heldBack} held back` : ""),
        Rate: bytes(look.bytesPerSecond) + "/s",
        Storage: `logs ${bytes(look.logBytes)}, free ${bytes(look.freeBytes)} of ${bytes(look.totalBytes)}`,
        Errors: String(look.distinctErrors),
    };
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
        setText(value, escape(shown[name]));
    });
}

document.addEventListener("visibilitychange", connect);
setInterval(() => {
    if (source && performance.now() - heardAt > SILENCE_MS) {
        showLoss(); // Its process may be stopped: then no error comes.
    }
}, 1000);
connect();
