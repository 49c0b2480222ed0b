/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.dump;

import io.tailrace.log.FrameLayout;
import io.tailrace.log.LogEnd;
import io.tailrace.log.LogLayout;
import io.tailrace.log.LogMeta;
import io.tailrace.tools.command.EscapedText;
import io.tailrace.tools.command.Output;
import io.tailrace.tools.dump.Holders.Holder;
import io.tailrace.tools.dump.Holders.Uncommitted;
import io.tailrace.tools.dump.SbeMessages.Decoded;
import io.tailrace.tools.dump.Sizes.Bucket;
import io.tailrace.tools.view.LogSnapshot;
import io.tailrace.tools.view.LogSnapshot.Publisher;
import io.tailrace.tools.view.LogSnapshot.Subscriber;
import io.tailrace.tools.view.LogSnapshot.Term;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Findings for people, one a line. */
final class TextReport implements Report {
    private static final String FRAME_COLUMNS = "%16s  %4s  %10s  %-7s  %9s";
    private static final String NOTHING = "-";
    private static final int QUOTES = 2;
    private static final int BAR = 38;

    private final Output out;
    private final PayloadStyle style;
    private final TermStrip.@Nullable Signs signs;
    private @Nullable LogSnapshot current;
    private long namedLogId;
    private boolean columnsNamed;

    /**
     * Writes to an output.
     *
     * @param signs to draw the terms with; null not to draw them
     */
    TextReport(Output out, PayloadStyle style, TermStrip.@Nullable Signs signs) {
        this.out = out;
        this.style = style;
        this.signs = signs;
    }

    @Override
    public void log(Path directory, LogSnapshot log, Holders holders) {
        if (current != null) {
            out.newLine();
        }
        current = log;
        namedLogId = log.constants().logId();
        columnsNamed = false;
        LogMeta.Constants constants = log.constants();
        out.format(
                "log %d  stream %s  %s  %s\n",
                constants.logId(),
                EscapedText.quote(constants.stream()),
                log.isExclusive() ? "exclusive" : "concurrent",
                directory);
        out.format(
                "  term length %d  window %d  reserve %d  longest message %d\n",
                constants.termLength(),
                constants.window(),
                constants.reserve(),
                LogLayout.maxMessageLength(constants.termLength()));
        String stored = log.tail() == log.storedTail() ? "" : " (stored: " + log.storedTail() + ")";
        String end = log.endPosition() == LogLayout.NONE ? NOTHING : Long.toString(log.endPosition());
        out.format(
                "  tail %d%s  limit %d  clean %d  cleaning target %d  join %d  end %s\n",
                log.tail(), stored, log.limit(), log.cleanPosition(), log.cleaningTarget(), log.joinPosition(), end);
        ending(log.ending());
        terms(log);
        if (signs != null) {
            new TermStrip(log, signs).lines().forEach(line -> out.text(line).newLine());
        }
        log.publishers().forEach(this::publisher);
        log.subscribers().forEach(subscriber -> subscriber(subscriber, log.tail()));
        holders(holders);
    }

    private void ending(LogEnd ending) {
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

    private void holders(Holders holders) {
        Uncommitted uncommitted = holders.uncommitted();
        if (uncommitted != null) {
            String publishers =
                    uncommitted.publishers().stream().map(TextReport::describe).collect(Collectors.joining("; "));
            if (uncommitted.isHole()) {
                out.format("  hole from %d to %d: claimed, no header yet; ", uncommitted.position(), uncommitted.end())
                        .text(
                                publishers.isEmpty()
                                        ? "no publisher lives that could fill it"
                                        : "by one of: " + publishers);
            } else {
                out.format(
                                "  first uncommitted claim at %d, %d bytes: by ",
                                uncommitted.position(), uncommitted.end() - uncommitted.position())
                        .text(publishers.isEmpty() ? "publisher " + uncommitted.owner() + ", who is gone" : publishers);
            }
            out.newLine();
        }
        Subscriber behind = holders.furthestBehind();
        if (behind != null) {
            out.format(
                    "  furthest behind: subscriber %d, client %d, pid %d, by %d bytes%s\n",
                    behind.slot(), behind.clientId(), behind.pid(), holders.lag(), describeName(behind));
        }
    }

    private static String describe(Holder holder) {
        Publisher publisher = holder.publisher();
        String life =
                switch (holder.life()) {
                    case LIVES -> ", lives" + holder.heartbeat().describe(System.nanoTime());
                    case DEAD -> ", dead";
                    case UNKNOWN -> "";
                };
        return "publisher " + publisher.slot() + ", client " + publisher.clientId() + ", pid " + publisher.pid() + life;
    }

    private void terms(LogSnapshot log) {
        for (Term term : log.terms()) {
            out.format(
                    "  term %d  %-6s  %10d bytes  %3d %%\n",
                    term.index(),
                    term.state(),
                    term.fill(),
                    term.fill() * 100 / log.constants().termLength());
        }
    }

    private void publisher(Publisher publisher) {
        out.format(
                "  publisher %d  registration %d  client %d  pid %d\n",
                publisher.slot(), publisher.registrationId(), publisher.clientId(), publisher.pid());
    }

    private void subscriber(Subscriber subscriber, long tail) {
        out.format(
                "  subscriber %d  registration %d  client %d  pid %d  joined %d  position %d  lag %d  policy %s%s\n",
                subscriber.slot(),
                subscriber.registrationId(),
                subscriber.clientId(),
                subscriber.pid(),
                subscriber.joinPosition(),
                subscriber.position(),
                tail - subscriber.position(),
                subscriber.policyName(),
                describeName(subscriber));
    }

    private static String describeName(Subscriber subscriber) {
        if (subscriber.name().isEmpty()) {
            return "";
        }
        String vacant = subscriber.isVacant()
                ? "  vacant, given up in " + TimeUnit.NANOSECONDS.toSeconds(subscriber.vacantForNs()) + " s"
                : "";
        return "  name " + EscapedText.quote(subscriber.name()) + vacant;
    }

    @Override
    public void turnTo(LogSnapshot log) {
        current = log;
    }

    /** Says what the next line is about, where the last one was about another log. */
    private void nameLog() {
        long logId = log().constants().logId();
        if (namedLogId != logId) {
            namedLogId = logId;
            out.text("==> log ").number(logId).text(" <==").newLine();
        }
    }

    @Override
    public void frame(Frame frame) {
        nameLog();
        if (!columnsNamed) {
            columnsNamed = true;
            out.format(FRAME_COLUMNS, "position", "term", "offset", "type", "length");
            out.text(style.kind() == PayloadStyle.Kind.NONE ? "  flags  owner" : "  payload")
                    .newLine();
        }
        int termLength = log().constants().termLength();
        out.format(
                FRAME_COLUMNS,
                frame.position,
                frame.position / termLength % LogLayout.TERM_COUNT,
                frame.position % termLength,
                frame.kind,
                frame.length);
        out.text("  ").text(details(frame)).newLine();
    }

    private String details(Frame frame) {
        if (frame.problem != null) {
            return frame.describeProblem();
        }
        if (style.kind() == PayloadStyle.Kind.NONE && frame.owner != Frame.NO_OWNER) {
            return String.format("%5d  %s", frame.flags, owner(frame));
        }
        return switch (frame.kind) {
            case CLAIMED -> frame.owner == Frame.NO_OWNER ? "no header yet" : "by " + owner(frame);
            case DATA -> payload(frame);
            case PAD, UNKNOWN, CORRUPT -> "";
        };
    }

    /** Who has the slot now; of a committed frame only the slot, which may have changed hands since. */
    private String owner(Frame frame) {
        if (frame.owner == FrameLayout.DRIVER_OWNER) {
            return "media driver";
        }
        Publisher publisher = frame.isUncommitted() ? log().publisher(frame.owner) : null;
        return publisher == null
                ? "publisher " + frame.owner
                : "publisher " + frame.owner + ", client " + publisher.clientId() + ", pid " + publisher.pid();
    }

    /** Text in quotes, or hexadecimal digits; these also where they are shorter than a text full of escapes. */
    private String payload(Frame frame) {
        Decoded decoded = style.decode(frame);
        if (decoded != null) {
            return decoded.name() + ' ' + decoded.json();
        }
        int shown = style.shown(frame);
        StringBuilder text = new StringBuilder();
        EscapedText.append(text, frame.payload, shown, style.isCut(frame));
        if (style.kind() == PayloadStyle.Kind.HEX || text.length() > QUOTES + 2 * shown) {
            text = new StringBuilder(EscapedText.hex(frame.payload, shown));
        }
        return text.append(style.isCut(frame) ? "…" : "").toString();
    }

    private LogSnapshot log() {
        if (current == null) {
            throw new IllegalStateException("a frame before its log");
        }
        return current;
    }

    @Override
    public void skipped(long from, long to, long bytes) {
        nameLog();
        out.format("%d bytes skipped, cleaned before they were read: from=%d, to=%d\n", bytes, from, to);
    }

    @Override
    public void anomaly(long position, String text) {
        out.format("anomaly at %d: %s\n", position, text);
    }

    @Override
    public void moreAnomalies(long count) {
        out.format("and %d more anomalies\n", count);
    }

    @Override
    public void histogram(Sizes sizes) {
        out.format(
                "sizes of %d messages  shortest %d  mean %.1f  longest %d\n",
                sizes.count(), sizes.shortest(), sizes.mean(), sizes.longest());
        long most = sizes.buckets().stream().mapToLong(Bucket::count).max().orElse(0);
        for (Bucket bucket : sizes.buckets()) {
            int bar = (int) Math.ceil((double) bucket.count() * BAR / most);
            String line = String.format(
                    "%12d to %10d  %12d  %s", bucket.from(), bucket.to(), bucket.count(), "#".repeat(bar));
            out.text(line.stripTrailing()).newLine();
        }
    }

    @Override
    public void total(Totals totals) {
        nameLog();
        out.text(line(totals)).newLine();
    }

    @Override
    public void verified(Totals totals, long anomalies) {
        out.text(line(totals)).text(", ").number(anomalies).text(" anomalies").newLine();
    }

    private static String line(Totals totals) {
        return totals.frames() + " frames, " + totals.bytes() + " bytes, " + totals.pads() + " pads, "
                + totals.uncommitted() + " uncommitted";
    }
}
