/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.doctor;

import io.tailrace.inspect.HistoryView;
import io.tailrace.inspect.Interval;
import io.tailrace.inspect.LinkView;
import io.tailrace.inspect.LogView;
import io.tailrace.inspect.StreamState.Kind;
import io.tailrace.inspect.StreamView;
import io.tailrace.inspect.Trouble;
import io.tailrace.tools.command.EscapedText;
import io.tailrace.tools.command.LinkText;
import io.tailrace.tools.command.Quantity;
import io.tailrace.tools.command.Remedy;
import io.tailrace.tools.command.StateText;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Checks which streams lag or are held back, and which names are vacant. */
final class StreamInspections {
    private StreamInspections() {}

    /** Checks whether publishers or subscribers of a stream wait, and for which process, and how far they lag. */
    static void streams(Subject subject, Findings findings) {
        Interval interval = subject.interval();
        if (interval == null) {
            findings.ok("none");
            return;
        }
        List<StreamView> streams = subject.scope().of(interval.after());
        long worst = 0;
        int fine = 0;
        for (StreamView stream : streams) {
            StreamView before = interval.before().stream(stream.name());
            // The lesser lag of both snapshots, because every busy stream has moments of a lag.
            long lag = before == null ? 0 : Math.min(stream.lagPercent(), before.lagPercent());
            boolean isDamaged = interval.state(stream).kind() == Kind.DAMAGED;
            boolean isLate = lag >= subject.scope().lagWarn();
            if (isDamaged || isLate || waits(interval, stream, before)) {
                String remedy = Remedy.of(interval, stream);
                findings.judge(
                        isDamaged || lag >= subject.scope().lagCrit(),
                        true,
                        stream.name() + ": " + StateText.verdict(interval, stream)
                                + (isLate ? ", lag=" + lag + " %" : ""),
                        remedy == null ? "" : remedy);
            } else {
                fine++;
            }
            worst = Math.max(worst, lag);
        }
        if (fine == streams.size()) {
            findings.ok("count=" + fine + ", none is held back, worst lag=" + worst + " %");
        }
    }

    /** {@return whether publishers were held back in both snapshots, or readers waited all the time} */
    private static boolean waits(Interval interval, StreamView stream, @Nullable StreamView before) {
        return switch (interval.state(stream).kind()) {
            case HELD_BACK -> before != null && before.logs().stream().anyMatch(LogView::isHeldBack);
            case OPEN_CLAIM -> true;
            default -> false;
        };
    }

    /** Lists the names that are kept for subscriptions that have gone, and for how long. */
    static void names(Subject subject, Findings findings) {
        Interval interval = subject.interval();
        if (interval == null) {
            findings.ok("none");
            return;
        }
        int vacant = 0;
        for (StreamView stream : interval.after().streams()) {
            for (String name : stream.vacantNames()) {
                vacant++;
                findings.warn(
                        name + " of " + stream.name() + ": no process holds it, kept for "
                                + Quantity.shortDuration(stream.vacantForNs(
                                        name, interval.after().takenNs())),
                        Remedy.ofVacant(interval, stream, name));
            }
        }
        if (vacant == 0) {
            findings.ok("all are held");
        }
    }

    /** Checks whether histories continue to record and have room. */
    static void histories(Subject subject, Findings findings) {
        Interval interval = subject.interval();
        List<HistoryView> histories =
                interval == null ? List.of() : interval.after().histories();
        for (HistoryView history : histories) {
            history.troubles(subject.directory())
                    .forEach(trouble -> findings.judge(
                            trouble.critical(), true, history.directory() + ": " + trouble.text(), trouble.remedy()));
        }
        if (histories.stream()
                .allMatch(history -> history.troubles(subject.directory()).isEmpty())) {
            findings.ok(histories.isEmpty() ? "none" : "count=" + histories.size() + ", all is well");
        }
    }

    /** Checks whether the other ends of links answer and accept messages, and which files of old links are left. */
    static void links(Subject subject, Findings findings) {
        Interval interval = subject.interval();
        List<LinkView> links = interval == null ? List.of() : interval.after().links();
        int fine = 0;
        for (LinkView link : links) {
            Trouble trouble = LinkText.lastingTrouble(link, subject.directory());
            if (trouble == null) {
                fine++;
            } else {
                String name = EscapedText.escape(link.identity().name());
                findings.judge(trouble.critical(), true, name + ": " + trouble.text(), trouble.remedy());
            }
        }
        if (fine == links.size()) {
            findings.ok(links.isEmpty() ? "none" : "count=" + fine + ", all are well");
        }
    }
}
