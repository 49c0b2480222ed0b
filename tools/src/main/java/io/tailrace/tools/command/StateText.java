/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.command;

import io.tailrace.inspect.ClientView;
import io.tailrace.inspect.Host.ProcessView;
import io.tailrace.inspect.Interval;
import io.tailrace.inspect.LinkView;
import io.tailrace.inspect.LogSnapshot;
import io.tailrace.inspect.Snapshot;
import io.tailrace.inspect.StreamState;
import io.tailrace.inspect.StreamState.Culprit;
import io.tailrace.inspect.StreamView;
import io.tailrace.liveness.ProgramName;
import io.tailrace.log.SubscriberPolicy;
import io.tailrace.report.EventView;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Set;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** The state of a stream, and the culprit that others wait for, in words: the same in all commands. */
public final class StateText {
    private static final long WORTH_TELLING_NS = 1_000_000_000;

    private static final Set<StreamState.Kind> PUBLISHERLESS =
            Set.of(StreamState.Kind.ENDED, StreamState.Kind.NO_PUBLISHER);

    private StateText() {}

    /**
     * {@return the state of a stream in a line: how it does; what its culprits wait for themselves, down to the root;
     * and which of its subscribers lag, lose messages, or have gone}
     */
    public static String verdict(Interval interval, StreamView stream) {
        Snapshot now = interval.after();
        StreamState state = interval.state(stream);
        StringBuilder text = new StringBuilder(describe(state, interval));
        EventView death = PUBLISHERLESS.contains(state.kind()) ? interval.publisherDeath(stream) : null;
        if (death != null) {
            Instant at = Instant.ofEpochMilli(death.timeMs()).truncatedTo(ChronoUnit.SECONDS);
            String whom = ProgramName.describe(death.clientId(), death.pid(), death.program());
            text.append(", its publisher died at ").append(at).append(": ").append(EscapedText.escape(whom));
        }
        for (StreamView awaited : interval.chain(stream)) {
            text.append(" \u2190 waits on ").append(EscapedText.escape(awaited.name()));
            text.append(
                    awaited.equals(stream)
                            ? ": they wait for one another"
                            : ", " + describe(interval.state(awaited), interval));
        }
        StreamView.Lag lag = stream.worstLag();
        if (lag != null && state.culprit() == null) {
            text.append(", most behind: ").append(name(Culprit.of(lag.subscriber(), now)));
        }
        StreamView.Lag dropping = stream.worstLoss();
        if (dropping != null) {
            LogSnapshot.Subscriber subscriber = dropping.subscriber();
            boolean catchesUp =
                    subscriber.policy().kind() == SubscriberPolicy.KIND_CATCH_UP && subscriber.losses() == 0;
            text.append(catchesUp ? ", catching up: " : ", drops: ").append(dropping(dropping, now));
        }
        Set<String> vacant = stream.vacantNames();
        if (!vacant.isEmpty()) {
            text.append(", vacant: ").append(EscapedText.escape(String.join(", ", vacant)));
        }
        return text.toString();
    }

    /** {@return the state of a stream in as few words as possible} */
    public static String summary(StreamState state) {
        Culprit culprit = state.culprit();
        String whom = culprit == null ? "" : " by " + name(culprit);
        return state.kind().words() + whom + heldFor(state);
    }

    private static String dropping(StreamView.Lag lag, Snapshot now) {
        LogSnapshot.Subscriber subscriber = lag.subscriber();
        String lost = subscriber.losses() == 0
                ? ""
                : ", lost " + Quantity.shortBytes(subscriber.lostBytes()) + " in " + subscriber.losses()
                        + (subscriber.losses() == 1 ? " overrun" : " overruns");
        return name(Culprit.of(subscriber, now)) + ", " + Quantity.shortBytes(lag.bytes()) + " behind" + lost;
    }

    private static String describe(StreamState state, Interval interval) {
        Snapshot now = interval.after();
        Culprit culprit = state.culprit();
        String whom = culprit == null ? "" : describe(culprit, now.takenNs());
        return switch (state.kind()) {
            case HELD_BACK ->
                "held back by " + whom + farther(culprit, now) + since(state, now) + doing(culprit, interval);
            case OPEN_CLAIM -> "readers wait for the claim of " + whom;
            case ENDED ->
                state.retainedForNs() > 0
                        ? "ended, stays for " + Quantity.shortDuration(state.retainedForNs())
                        : "ended, being read";
            default -> state.kind().words();
        };
    }

    /**
     * {@return for a bridge, the subscriber it waits for at its other end, or the state of its link if that is not up}
     */
    private static String farther(@Nullable Culprit culprit, Snapshot now) {
        LinkView link = culprit == null ? null : now.link(culprit.subscription());
        if (link == null || link.state().equals("up")) {
            return "";
        }
        boolean isOver = link.state().equals("ended") || link.state().equals("failed");
        return link.heldBy().isEmpty()
                ? ", whose link " + (isOver ? "has " : "is ") + link.state()
                : ", which waits for " + EscapedText.escape(link.heldBy());
    }

    /** {@return for a process that works but is slow, how much it computes and whether it waits for a pipe} */
    private static String doing(@Nullable Culprit culprit, Interval interval) {
        ClientView client = culprit == null || culprit.vacantForNs() >= 0 ? null : culprit.client();
        ProcessView process = client == null ? null : client.process();
        if (client == null
                || process == null
                || !client.reason(interval.after().takenNs()).isEmpty()) {
            return "";
        }
        long percent = interval.cpuPercent(client);
        return (percent < 0 ? "" : ", CPU " + percent + " % of a core")
                + (process.waitsForPipe() ? ", waits for a pipe" : "");
    }

    private static String since(StreamState state, Snapshot now) {
        String heldFor = heldFor(state);
        Instant since = now.taken().minusNanos(state.heldForNs()).truncatedTo(ChronoUnit.SECONDS);
        return heldFor.isEmpty() ? "" : heldFor + ", since " + since;
    }

    /** Leaves out less than a second: a busy subscriber holds its streams back again and again. */
    private static String heldFor(StreamState state) {
        return state.heldForNs() < WORTH_TELLING_NS ? "" : " for " + Quantity.shortDuration(state.heldForNs());
    }

    /** {@return the culprit in a word or two} */
    public static String name(Culprit culprit) {
        return switch (culprit.role()) {
            case CLEANER -> "the cleaning";
            case SOME_PUBLISHER -> "one of its publishers";
            case SUBSCRIBER, PUBLISHER ->
                culprit.subscription().isEmpty()
                        ? "client " + culprit.clientId()
                        : EscapedText.escape(culprit.subscription());
        };
    }

    /** {@return all that is known of the culprit, in a line} */
    public static String describe(Culprit culprit, long nowNs) {
        if (culprit.role() == Culprit.Role.CLEANER || culprit.role() == Culprit.Role.SOME_PUBLISHER) {
            return name(culprit);
        }
        StringJoiner facts = new StringJoiner(", ", name(culprit) + " (", ")");
        if (culprit.vacantForNs() >= 0) {
            facts.add("no process holds that name, kept for " + Quantity.shortDuration(culprit.vacantForNs()));
            return facts.toString();
        }
        if (!culprit.subscription().isEmpty()) {
            facts.add("client " + culprit.clientId());
        }
        facts.add("pid " + culprit.pid());
        ClientView client = culprit.client();
        if (client == null) {
            facts.add("gone");
            return facts.toString();
        }
        if (!client.program().isEmpty()) {
            facts.add(EscapedText.escape(client.program()));
        }
        String reason = client.reason(nowNs);
        if (!reason.isEmpty()) {
            facts.add(client.life(nowNs) + ": " + reason);
        }
        return facts.toString();
    }
}
