/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.dump;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tailrace.inspect.LogSnapshot;
import io.tailrace.inspect.LogSnapshot.Publisher;
import io.tailrace.inspect.LogSnapshot.Slot;
import io.tailrace.inspect.LogSnapshot.Subscriber;
import io.tailrace.inspect.LogSnapshot.Term;
import io.tailrace.log.LogEnd;
import io.tailrace.log.LogLayout;
import io.tailrace.log.LogMirror;
import io.tailrace.tools.command.Columns;
import io.tailrace.tools.command.EscapedText;
import io.tailrace.tools.command.JsonLines;
import io.tailrace.tools.command.Output;
import io.tailrace.tools.dump.Uncommitted.Holder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The state of a log from its meta file, and the claim that holds readers up, for people and for programs. */
record LogSummary(Path directory, LogSnapshot log, @Nullable Uncommitted claim) {
    private static final Columns<LogSnapshot> SIZES = new Columns<LogSnapshot>()
            .left("term length", "termLength", log -> log.constants().termLength())
            .left("window", "window", log -> log.constants().window())
            .left("reserve", "reserve", log -> log.constants().reserve())
            .left(
                    "longest message",
                    log -> Integer.toString(
                            LogLayout.maxMessageLength(log.constants().termLength())));
    private static final Columns<LogSnapshot> POSITIONS = new Columns<LogSnapshot>()
            .left("tail", LogSummary::tail)
            .key("tail", LogSnapshot::tail)
            .key("storedTail", LogSnapshot::storedTail)
            .left("limit", "limit", LogSnapshot::limit)
            .left("clean", "cleanPosition", LogSnapshot::cleanPosition)
            .left("cleaning target", "cleaningTarget", LogSnapshot::cleaningTarget)
            .left("join", "joinPosition", LogSnapshot::joinPosition)
            .left("end", "endPosition", log -> log.isEnded() ? log.endPosition() : null);
    private static final Columns<Term> TERMS = new Columns<Term>()
            .key("term", Term::index)
            .key("state", term -> term.state().name())
            .key("fill", Term::fill);
    private static final Columns<Publisher> PUBLISHERS = slots("publisher");
    private static final Columns<Holder> HOLDERS = new Columns<Holder>()
            .fields((json, holder) -> PUBLISHERS.of(holder.publisher()).write(json))
            .key("life", holder -> holder.life().name())
            .key("suspect", holder -> holder.heartbeat().isSuspect(System.nanoTime()));

    private static <T extends Slot> Columns<T> slots(String title) {
        return new Columns<T>()
                .left(title, "slot", Slot::slot)
                .left("registration", "registrationId", Slot::registrationId)
                .left("client", "clientId", Slot::clientId)
                .left("pid", "pid", Slot::pid);
    }

    private Columns<Subscriber> subscribers() {
        return LogSummary.<Subscriber>slots("subscriber")
                .left("joined", "joinPosition", Subscriber::joinPosition)
                .left("position", "position", Subscriber::position)
                .left("lag", "lag", subscriber -> log.tail() - subscriber.position())
                .left("policy", "policy", Subscriber::policyName)
                .fields(LogSummary::name);
    }

    private static String tail(LogSnapshot log) {
        return log.tail() + (log.tail() == log.storedTail() ? "" : " (stored: " + log.storedTail() + ")");
    }

    /** For people. */
    void text(Output out) {
        out.format(
                "log %d  stream %s  %s  %s\n",
                log.constants().logId(),
                EscapedText.quote(log.constants().stream()),
                log.isExclusive() ? "exclusive" : "concurrent",
                directory);
        out.text("  " + SIZES.line(log) + "\n  " + POSITIONS.line(log) + '\n');
        mirror(out);
        ending(out, log.ending());
        for (Term term : log.terms()) {
            out.format(
                    "  term %d  %-6s  %10d bytes  %3d %%\n",
                    term.index(),
                    term.state(),
                    term.fill(),
                    term.fill() * 100 / log.constants().termLength());
        }
        log.publishers().forEach(publisher -> out.text("  " + PUBLISHERS.line(publisher) + '\n'));
        Columns<Subscriber> subscribers = subscribers();
        log.subscribers()
                .forEach(subscriber -> out.text("  " + subscribers.line(subscriber) + describeName(subscriber) + '\n'));
        uncommitted(out, claim);
    }

    private void mirror(Output out) {
        LogMirror mirror = log.constants().mirror();
        if (mirror != null) {
            out.format("  mirror of log %d of ", mirror.originLogId())
                    .text(EscapedText.quote(mirror.originHost()))
                    .format(", begins at %d", log.constants().beginPosition())
                    .text(isVacant() ? ", vacant, for at most " + seconds(mirror.leaseNs()) : "")
                    .newLine();
        }
    }

    /** {@return whether it is a mirror without a publisher, which may get one again} */
    private boolean isVacant() {
        return !log.isEnded() && log.publishers().isEmpty();
    }

    private static void ending(Output out, LogEnd ending) {
        if (ending.endedNs() > 0) {
            long nowNs = System.nanoTime();
            out.format("  ended %s ago, ", seconds(ending.ageNs(nowNs)))
                    .text(
                            ending.isRetained()
                                    ? "stays for " + seconds(ending.remainingNs(nowNs))
                                    : "stays until its subscribers have read it")
                    .newLine();
        }
    }

    private static String seconds(long ns) {
        return TimeUnit.NANOSECONDS.toSeconds(ns) + " s";
    }

    private static void uncommitted(Output out, @Nullable Uncommitted claim) {
        if (claim == null) {
            return;
        }
        String publishers =
                claim.publishers().stream().map(LogSummary::describe).collect(Collectors.joining("; "));
        if (claim.isHole()) {
            out.format("  hole from %d to %d: claimed, no header yet; ", claim.position(), claim.end())
                    .text(publishers.isEmpty() ? "no living publisher can fill it" : "by one of: " + publishers);
        } else {
            out.format(
                            "  first uncommitted claim at %d, %d bytes: by ",
                            claim.position(), claim.end() - claim.position())
                    .text(publishers.isEmpty() ? "publisher " + claim.owner() + ", which is gone" : publishers);
        }
        out.newLine();
    }

    private static String describe(Holder holder) {
        String life =
                switch (holder.life()) {
                    case LIVES -> ", lives" + holder.heartbeat().describe(System.nanoTime());
                    case DEAD -> ", dead";
                    case UNKNOWN -> "";
                };
        return describe(holder.publisher()) + life;
    }

    static String describe(Publisher publisher) {
        return "publisher " + publisher.slot() + ", client " + publisher.clientId() + ", pid " + publisher.pid();
    }

    private static String describeName(Subscriber subscriber) {
        if (subscriber.name().isEmpty()) {
            return "";
        }
        String vacant = subscriber.isVacant() ? "  vacant, expires in " + seconds(subscriber.vacantForNs()) : "";
        return "  name " + EscapedText.quote(subscriber.name()) + vacant;
    }

    /** For programs. */
    void write(JsonGenerator json) throws IOException {
        json.writeStringField("directory", directory.toString());
        json.writeStringField("stream", log.constants().stream());
        json.writeBooleanField("exclusive", log.isExclusive());
        SIZES.of(log).write(json);
        POSITIONS.of(log).write(json);
        LogMirror mirror = log.constants().mirror();
        if (mirror != null) {
            json.writeObjectFieldStart("mirror");
            json.writeStringField("originHost", mirror.originHost());
            json.writeNumberField("originLogId", mirror.originLogId());
            json.writeNumberField("beginPosition", log.constants().beginPosition());
            json.writeBooleanField("vacant", isVacant());
            json.writeEndObject();
        }
        if (log.ending().endedNs() > 0) {
            json.writeNumberField("endedNsAgo", log.ending().ageNs(System.nanoTime()));
        }
        if (log.ending().isRetained()) {
            json.writeNumberField("retainedForNs", log.ending().remainingNs(System.nanoTime()));
        }
        JsonLines.field(json, "terms", TERMS.all(log.terms()));
        JsonLines.field(json, "publishers", PUBLISHERS.all(log.publishers()));
        JsonLines.field(json, "subscribers", subscribers().all(log.subscribers()));
        JsonLines.field(json, "firstUncommitted", claim == null ? null : uncommitted(claim));
    }

    private static JsonLines.Fields uncommitted(Uncommitted claim) {
        return json -> {
            json.writeNumberField("position", claim.position());
            json.writeNumberField("end", claim.end());
            json.writeBooleanField("hole", claim.isHole());
            if (!claim.isHole()) {
                json.writeNumberField("owner", claim.owner());
            }
            JsonLines.field(json, "publishers", HOLDERS.all(claim.publishers()));
        };
    }

    private static void name(JsonGenerator json, Subscriber subscriber) throws IOException {
        if (!subscriber.name().isEmpty()) {
            json.writeStringField("name", subscriber.name());
        }
        if (subscriber.isVacant()) {
            json.writeNumberField("vacantForNs", subscriber.vacantForNs());
        }
    }
}
