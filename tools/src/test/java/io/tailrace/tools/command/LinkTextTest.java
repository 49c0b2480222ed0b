/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.control.LinkFile;
import io.tailrace.control.LinkFile.Figures;
import io.tailrace.control.LinkFile.Identity;
import io.tailrace.control.LinkFile.Kind;
import io.tailrace.control.LinkFile.State;
import io.tailrace.inspect.LinkView;
import io.tailrace.inspect.Trouble;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The messages about links, and when they appear. */
class LinkTextTest {
    private static final Path DRIVER = Path.of("/dev/shm/other");
    private static final long NOW_NS = 1_000_000_000_000L;
    private static final long NOW_MS = 1_800_000_000_000L;
    private static final long SECOND_NS = 1_000_000_000;
    private static final Identity SENDER =
            new Identity(Kind.SEND, "bridge/10.0.0.2:9000", "10.0.0.2:9000", "alpha", "quotes,md.*");
    private static final Identity RECEIVER =
            new Identity(Kind.RECEIVE, "bridge/alpha/feed", "0.0.0.0:9000", "beta", "quotes");
    private static final Identity NAMED = new Identity(Kind.SEND, "bridge/feed", "10.0.0.2:9000", "alpha", "q");
    private static final Map<String, Identity> IDENTITIES = Map.of("SEND", SENDER, "RECEIVE", RECEIVER, "NAMED", NAMED);

    /** A link that has been in that state for 12 s. */
    private static LinkView link(Identity identity, boolean isAlive, State state, String heldBy, String error) {
        return link(identity, isAlive, state, heldBy, error, NOW_MS - 12_000);
    }

    private static LinkView link(
            Identity identity, boolean isAlive, State state, String heldBy, String error, long heartbeatMs) {
        LinkFile.View said = new LinkFile.View(
                Path.of("/dev/shm/other/links/it's"),
                isAlive,
                identity,
                state,
                NOW_NS - 12 * SECOND_NS,
                identity.kind() == Kind.SEND ? "beta" : "alpha",
                "1.2.3",
                4712,
                NOW_MS - 60_000,
                heartbeatMs,
                new Figures(3, 1 << 20, 64, 12_288, 3_100_000, 412_000, 17, 0),
                heldBy,
                0,
                error);
        return LinkView.of(said, NOW_NS, NOW_MS);
    }

    @Test
    void aLineSaysHowALinkDoes() {
        assertEquals(
                "link bridge/10.0.0.2:9000 \u2192 beta  up  lanes 3  lag 12K 3.10 ms  rtt 412 us  retransmitted 17",
                LinkText.line(link(SENDER, true, State.UP, "", "")));
        assertEquals(
                "link bridge/alpha/feed \u2190 alpha  held  lanes 3  lag 12K 3.10 ms  rtt 412 us  retransmitted 17"
                        + "  held by a\\u{202e}b",
                LinkText.line(link(RECEIVER, true, State.HELD, "a\u202eb", "")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "SEND; true; DOWN; false; it does not reach 10.0.0.2:9000: gone (for 12 s); tailrace doctor # on beta",
                "RECEIVE; true; DOWN; false; its sender does not connect: gone (for 12 s); tailrace doctor # on alpha",
                "RECEIVE; true; HELD; false; it is held back by audit (for 12 s); tailrace ls",
                "SEND; false; UP; true; its bridge is dead: gone (for 12 s);"
                        + " tailrace bridge send --to 10.0.0.2:9000 --host alpha --dir /dev/shm/other quotes 'md.*'",
                "NAMED; false; UP; true; its bridge is dead: gone (for 12 s);"
                        + " tailrace bridge send --to 10.0.0.2:9000 --receiver feed --host alpha"
                        + " --dir /dev/shm/other q",
                "RECEIVE; false; UP; true; its bridge is dead: gone (for 12 s);"
                        + " tailrace bridge receive --listen 0.0.0.0:9000 --host beta --dir /dev/shm/other"
            })
    void whatNeedsAPersonIsSaidWithWhatHelps(
            String name, boolean isAlive, State state, boolean critical, String text, String remedy) {
        LinkView link = link(IDENTITIES.get(name), isAlive, state, "audit", "gone");

        assertEquals(new Trouble(critical, text, remedy), LinkText.lastingTrouble(link, DRIVER));
        assertEquals(12 * SECOND_NS, link.notUpNs());
    }

    @ParameterizedTest
    @CsvSource({"true, UP, up", "false, ENDED, ended", "true, UNKNOWN, unknown"})
    void whatIsWellNeedsNobody(boolean isAlive, State state, String word) {
        LinkView link = link(SENDER, isAlive, state, "", "");

        assertEquals(word, link.state());
        assertNull(LinkText.trouble(link, DRIVER));
        assertEquals(0, link.notUpNs());
    }

    @Test
    void aMomentIsNoTrouble() {
        LinkView link = link(SENDER, false, State.UP, "", "", NOW_MS - 9_000);

        assertNull(LinkText.lastingTrouble(link, DRIVER));
        assertNotNull(LinkText.trouble(link, DRIVER));
        assertFalse(link.isOver());
    }

    @ParameterizedTest
    @CsvSource({"ENDED, ended", "UP, dead", "FAILED, failed"})
    void aFileIsLeftForADay(State state, String word) {
        LinkView link = link(SENDER, false, state, "", "", NOW_MS - TimeUnit.HOURS.toMillis(25));

        assertTrue(link.isOver());
        assertEquals(
                new Trouble(
                        false,
                        "it has been " + word + " for more than a day, and its file is left",
                        "rm '/dev/shm/other/links/it'\\''s'"),
                LinkText.lastingTrouble(link, DRIVER));
    }
}
