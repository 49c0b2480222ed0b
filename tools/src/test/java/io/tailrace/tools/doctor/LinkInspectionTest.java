/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.doctor;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tailrace.control.DriverDirectory;
import io.tailrace.control.LinkFile;
import io.tailrace.control.LinkFile.Identity;
import io.tailrace.control.LinkFile.Kind;
import io.tailrace.control.LinkFile.State;
import io.tailrace.inspect.Interval;
import io.tailrace.inspect.LinkView;
import io.tailrace.inspect.Snapshot;
import io.tailrace.inspect.Storage;
import io.tailrace.tools.command.Verdict;
import io.tailrace.tools.doctor.Findings.Finding;
import io.tailrace.tools.doctor.Subject.LiveProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The findings about links. */
class LinkInspectionTest {
    private static final Identity SENDER =
            new Identity(Kind.SEND, "bridge/10.0.0.2:9000", "10.0.0.2:9000", "alpha", "quotes");

    private final Path path;
    private final DriverDirectory directory;

    LinkInspectionTest(@TempDir Path path) {
        this.path = path;
        this.directory = new DriverDirectory(path);
    }

    /** {@return the findings that many seconds from now} */
    private List<Finding> findings(long seconds) throws IOException {
        long nowNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        long nowMs = TimeUnit.SECONDS.toMillis(seconds);
        List<LinkView> links = LinkFile.list(directory).stream()
                .map(said -> LinkView.of(said, nowNs, nowMs))
                .toList();
        Snapshot snapshot = new Snapshot(
                path,
                nowNs,
                Instant.ofEpochMilli(nowMs),
                null,
                0,
                List.of(),
                new TreeMap<>(),
                List.of(),
                List.of(),
                links,
                List.of());
        LiveProcess self = new LiveProcess("this command", FakeHost.PID, 0);
        Subject subject = new Subject(
                path,
                new Storage("tmpfs", 0, 0),
                new Interval(snapshot, snapshot),
                "",
                List.of(),
                List.of(),
                self,
                new FakeHost(path).files());
        return Doctor.examine(subject, List.of(FakeHost.inspection("links"))).all();
    }

    @Test
    void noneIsFine() throws IOException {
        assertEquals(List.of(new Finding(Verdict.OK, "links", "none", "")), findings(0));
    }

    @ParameterizedTest
    @CsvSource({
        "UP, 99, OK, 'count=1, all are well', ''",
        "DOWN, 5, OK, 'count=1, all are well', ''",
        "DOWN, 12, WARNING, 'bridge/10.0.0.2:9000: it does not reach 10.0.0.2:9000 (for 12 s)',"
                + " tailrace doctor # on beta",
        "HELD, 12, WARNING, 'bridge/10.0.0.2:9000: it is held back by audit on beta (for 12 s)',"
                + " tailrace doctor # on beta"
    })
    void aLivingLink(State state, long seconds, Verdict verdict, String text, String fix) throws IOException {
        try (LinkFile link = LinkFile.create(directory, SENDER, 0)) {
            link.peer("beta", "1.2.3");
            link.heldBy("audit");
            link.state(state);

            assertEquals(List.of(new Finding(verdict, "links", text, fix)), findings(seconds));
        }
    }

    @Test
    void oneOfADeadProcessIsCriticalAndADayLaterAFileThatIsLeft() throws IOException {
        LinkFile.create(directory, SENDER, 0).close();

        Finding dead = findings(60).get(0);
        assertEquals(Verdict.CRITICAL, dead.verdict());
        assertEquals("bridge/10.0.0.2:9000: its bridge is dead (for 60 s)", dead.text());
        assertEquals("tailrace bridge send --to 10.0.0.2:9000 --host alpha --dir " + path + " quotes", dead.fix());

        Finding left = findings(TimeUnit.HOURS.toSeconds(25)).get(0);
        assertEquals(Verdict.WARNING, left.verdict());
        assertEquals("rm '" + LinkFile.list(directory).get(0).path() + '\'', left.fix());
    }
}
