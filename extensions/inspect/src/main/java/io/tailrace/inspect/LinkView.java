/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.inspect;

import io.tailrace.control.DriverDirectory;
import io.tailrace.report.LinkFile;
import io.tailrace.report.LinkFile.Identity;
import io.tailrace.report.LinkFile.Kind;
import io.tailrace.report.LinkFile.State;
import io.tailrace.report.SuggestedCommand;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A link of a bridge at one moment, according to the file of its end on this host.
 *
 * @param state in a word: the state in the file, or {@code dead}
 * @param notUpNs how long the link has not been up; 0 if it is up, and if it has ended in good order
 * @param silentNs how long its bridge has been dead, 0 if it lives
 */
public record LinkView(LinkFile.View said, String state, long notUpNs, long silentNs) {
    /** A link may be held back, or be down, for this long before it needs attention. */
    public static final long PATIENCE_NS = 10_000_000_000L;

    /** The keys of {@link #labels}, each before its value there. */
    private static final String LABEL = "link";

    private static final long LEFTOVER_NS = TimeUnit.DAYS.toNanos(1);

    private static final Set<State> OVER = Set.of(State.ENDED, State.FAILED, State.REFUSED);

    /**
     * {@return the links of a driver's streams, by their names}
     *
     * @throws IOException if the list of links cannot be read
     */
    static List<LinkView> all(DriverDirectory driver, Host host) throws IOException {
        List<LinkView> all = new ArrayList<>();
        for (LinkFile.View said : LinkFile.list(driver)) {
            all.add(of(said, host.nanoTime(), host.now().toEpochMilli()));
        }
        return all;
    }

    /** {@return the state of a link at that moment} */
    public static LinkView of(LinkFile.View said, long nowNs, long nowMs) {
        boolean isDead = !said.isAlive() && !OVER.contains(said.state());
        String state = isDead ? "dead" : said.state().name().toLowerCase(Locale.ROOT);
        long silentNs = said.isAlive() ? 0 : Math.max(0, TimeUnit.MILLISECONDS.toNanos(nowMs - said.heartbeatMs()));
        boolean isFine = Set.of("up", "ended", "unknown").contains(state);
        long inStateNs = said.isAlive() ? Math.max(0, nowNs - said.stateNs()) : silentNs;
        return new LinkView(said, state, isFine ? 0 : inStateNs, silentNs);
    }

    public Identity identity() {
        return said.identity();
    }

    public boolean sends() {
        return identity().kind() == Kind.SEND;
    }

    /** {@return whether its other end answers} */
    public boolean isUp() {
        return state.equals("up") || state.equals("held");
    }

    /** {@return whether the link is over: it has ended, or its bridge has been dead for a day} */
    public boolean isOver() {
        return state.equals("ended") || isLeftover();
    }

    private boolean isLeftover() {
        return silentNs > LEFTOVER_NS;
    }

    /** {@return the subscriber that holds it back, and its host; empty if none does} */
    public String heldBy() {
        return said.heldBy() + (sends() && !said.heldBy().isEmpty() ? " on " + peer() : "");
    }

    private String peer() {
        return said.peerHost().isEmpty() ? identity().address() : said.peerHost();
    }

    /** {@return the labels that distinguish its metrics from those of other links: keys and values} */
    public String[] labels() {
        return new String[] {LABEL, identity().name(), "kind", sends() ? "send" : "receive", "peer", said.peerHost()};
    }

    /**
     * {@return the problem that needs a person, or null} A short problem is not reported: {@link #PATIENCE_NS}.
     *
     * @param driver the directory of its driver
     */
    public @Nullable Trouble trouble(Path driver) {
        String reason = said.error().isEmpty() ? "" : ": " + said.error();
        if (isLeftover()) {
            String word = '\'' + said.path().toString().replace("'", "'\\''") + '\'';
            return new Trouble(
                    false, "it has been " + state + " for more than a day, and its file is left", "rm " + word);
        }
        return switch (state) {
            case "held" -> {
                String holder = said.heldBy().isEmpty() ? "the other end" : heldBy();
                yield new Trouble(
                        false,
                        "it is held back by " + holder,
                        sends() ? lookThere() : SuggestedCommand.of("ls", "--dir", driver));
            }
            case "connecting", "down" ->
                new Trouble(
                        false,
                        (sends() ? "it does not reach " + identity().address() : "its sender does not connect")
                                + reason,
                        lookThere());
            case "refused" -> new Trouble(true, "the other end refuses it" + reason, start(driver));
            case "failed" -> new Trouble(true, "it has failed" + reason, start(driver));
            case "dead" -> new Trouble(true, "its bridge is dead" + reason, start(driver));
            default -> null;
        };
    }

    /** A shell takes the rest of the line as a comment, so the name that the other host gives itself does no harm. */
    private String lookThere() {
        return SuggestedCommand.of("doctor") + " # on " + peer();
    }

    /**
     * {@return the command that starts its bridge again}
     *
     * @param driver the directory of its driver
     */
    public String start(Path driver) {
        Identity identity = identity();
        List<Object> words = new ArrayList<>(List.of("bridge"));
        if (sends()) {
            words.addAll(List.of("send", "--to", identity.address()));
            if (!identity.name().equals("bridge/" + identity.address())) {
                words.addAll(List.of("--receiver", identity.name().replaceFirst("^bridge/", "")));
            }
        } else {
            words.addAll(List.of("receive", "--listen", identity.address()));
            boolean isLoopback = identity.address().matches("(127[.]|localhost:|\\[::1]).*");
            words.addAll(isLoopback ? List.of() : List.of("--expose"));
        }
        words.addAll(List.of("--host", identity.host()));
        if (!driver.equals(DriverDirectory.byDefault())) {
            words.addAll(List.of("--dir", driver));
        }
        if (sends()) {
            words.addAll(List.of(identity.streams().split(",")));
        }
        return SuggestedCommand.of(words.toArray());
    }
}
