/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.doctor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.inspect.ClientView;
import io.tailrace.inspect.ClientView.Holdings;
import io.tailrace.inspect.ErrorsReader.ErrorView;
import io.tailrace.inspect.Host.ProcessView;
import io.tailrace.inspect.Interval;
import io.tailrace.inspect.LogSnapshot;
import io.tailrace.inspect.LogView;
import io.tailrace.inspect.Metrics;
import io.tailrace.inspect.Snapshot;
import io.tailrace.inspect.Storage;
import io.tailrace.inspect.StreamView;
import io.tailrace.inspect.Unreadable;
import io.tailrace.liveness.Heartbeat;
import io.tailrace.liveness.OwnerState;
import io.tailrace.liveness.OwnerState.LifeProof;
import io.tailrace.log.LogEnd;
import io.tailrace.log.LogLayout;
import io.tailrace.log.LogMeta;
import io.tailrace.log.SubscriberPolicy;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The verdicts on two snapshots of a driver and its streams. */
class StreamInspectionTest {
    private static final int TERM_LENGTH = 64 * 1024;
    private static final long TAIL = TERM_LENGTH / 2;
    private static final long NOW_NS = 1_000_000_000_000L;
    private static final Instant NOW = Instant.parse("2026-01-02T04:00:00Z");
    private static final Path DIRECTORY = Path.of("/dev/shm/tailrace-ann");
    private static final Storage MUCH = new Storage("tmpfs", 1 << 30, 1 << 30);

    @TempDir
    private Path root;

    /** The window of the log is as long as the distance from its start to the tail. */
    private static StreamView stream(String name, long lagPercent) {
        return stream(name, lagPercent, SubscriberPolicy.BLOCK);
    }

    private static StreamView stream(String name, long lagPercent, SubscriberPolicy policy) {
        LogMeta.Constants constants = LogMeta.Constants.of(1, name, TERM_LENGTH, LogLayout.KIND_CONCURRENT);
        LogSnapshot.Subscriber subscriber = new LogSnapshot.Subscriber(
                0, 2, 3, 4, 0, TAIL - TAIL * lagPercent / 100, policy, "risk", -1, 0, 0, 0, 0, 0, 0);
        LogSnapshot at = new LogSnapshot(
                constants,
                true,
                TAIL,
                TAIL,
                TAIL,
                0,
                0,
                0,
                LogLayout.NONE,
                new LogEnd(0, 0),
                0,
                0,
                0,
                List.of(new LogSnapshot.Publisher(0, 5, 6, 7)),
                List.of(subscriber));
        long limit = lagPercent >= 100 && policy.equals(SubscriberPolicy.BLOCK) ? TAIL : 2 * TAIL;
        return new StreamView(name, List.of(new LogView(1, DIRECTORY, at, limit, null, NOW_NS)), List.of(), List.of());
    }

    private static Snapshot snapshot(StreamView... streams) {
        return snapshot(NOW_NS, List.of(streams), List.of());
    }

    private static Snapshot snapshot(long heartbeatNs, List<StreamView> streams, List<Unreadable> unreadable) {
        OwnerState owner = new OwnerState(LifeProof.HOLDS_LOCK, 42, "", true, 0, new Heartbeat(heartbeatNs));
        ClientView driver =
                new ClientView(ClientView.DRIVER, owner, "ann", null, null, false, new Holdings(0, 0, 0, 0));
        return snapshot(driver, streams, unreadable);
    }

    private static Snapshot snapshot(ClientView driver, List<StreamView> streams, List<Unreadable> unreadable) {
        return new Snapshot(
                DIRECTORY,
                NOW_NS,
                NOW,
                driver,
                TERM_LENGTH,
                List.of(),
                new TreeMap<>(),
                streams,
                List.of(),
                List.of(),
                unreadable);
    }

    private static Snapshot withHeartbeat(long heartbeatNs, Unreadable... unreadable) {
        return snapshot(heartbeatNs, List.of(), List.of(unreadable));
    }

    private FakeHost host(Snapshot before, Snapshot after) {
        return new FakeHost(root).storage(MUCH).directory(DIRECTORY).seen(new Interval(before, after));
    }

    private static Findings examine(FakeHost host) {
        return DoctorCommand.examine(host.subject(), DoctorCommand.OF_DRIVER);
    }

    private Findings examine(Snapshot before, Snapshot after) {
        return examine(host(before, after));
    }

    private static String line(Findings findings) {
        return CheckCommand.line(findings.worst(true), findings);
    }

    private static void assertWorst(Verdict verdict, Findings findings) {
        assertEquals(verdict, findings.worst(true), () -> line(findings));
    }

    /** Its pid there denotes another process here. */
    @Test
    void aProcessOfAnotherPidNamespaceIsNamedByItsPidHere() {
        Heartbeat silent = new Heartbeat(NOW_NS - 9_000_000_000L);
        OwnerState owner = new OwnerState(LifeProof.HOLDS_LOCK, 42, "", false, 17, silent);
        for (boolean isSeen : new boolean[] {true, false}) {
            ProcessView process = isSeen ? new ProcessView("feed", 'T', 0, Path.of("/proc/4711")) : null;
            ClientView driver =
                    new ClientView(ClientView.DRIVER, owner, "ann", null, process, false, new Holdings(0, 0, 0, 0));
            Snapshot snapshot = snapshot(driver, List.of(), List.of());
            String fixes = examine(snapshot, snapshot).all().toString();
            String expected = isSeen ? "kill -CONT 4711 if" : "# in PID namespace 17: kill -CONT 42 if";
            assertTrue(fixes.contains("let it run: " + expected), fixes);
        }
    }

    @ParameterizedTest
    @CsvSource({"0, 0, OK", "60, 95, WARNING", "95, 60, WARNING", "10, 100, OK", "95, 99, CRITICAL"})
    void aLagCountsIfItIsThereAtBothLooks(long before, long after, Verdict verdict) {
        Findings findings = examine(snapshot(stream("quotes", before)), snapshot(stream("quotes", after)));

        assertWorst(verdict, findings);
        assertEquals(verdict != Verdict.OK, line(findings).contains("streams: quotes: "), () -> line(findings));
        assertEquals(verdict != Verdict.OK, line(findings).contains(", lag="), () -> line(findings));
    }

    @Test
    void aSubscriberThatDropsIsNoReasonToWorry() {
        StreamView stream = stream("quotes", 100, SubscriberPolicy.DROP);
        assertWorst(Verdict.OK, examine(snapshot(stream), snapshot(stream)));
        Interval interval = new Interval(snapshot(stream), snapshot(stream));
        assertEquals(0, metric("tailrace_stream_lag_bytes", interval, stream));
        assertEquals(0, metric("tailrace_stream_lag_ratio", interval, stream));
        assertEquals(0, metric("tailrace_stream_held_back", interval, stream));
        assertEquals(TAIL, metric("tailrace_stream_dropping_lag_bytes", interval, stream));
    }

    private static double metric(String name, Interval interval, StreamView stream) {
        return Metrics.CHECKED_OF_STREAMS.stream()
                .filter(metric -> metric.name().equals(name))
                .findFirst()
                .orElseThrow()
                .of(new Metrics.OfStream(interval, stream));
    }

    @ParameterizedTest
    @CsvSource({"100, 100, true", "100, 49, false", "49, 100, false"})
    void soDoesThatItIsHeldBack(long before, long after, boolean held) {
        assertWorst(Verdict.OK, examine(snapshot(), snapshot(stream("quotes", after)))); // It came in between.
        Findings findings = examine(snapshot(stream("quotes", before)), snapshot(stream("quotes", after)));

        assertEquals(held, line(findings).contains("quotes: held back by risk"), () -> line(findings));
    }

    @ParameterizedTest
    @CsvSource({"1900, OK", "2000, WARNING", "5000, CRITICAL"})
    void heartbeats(long ageMs, Verdict verdict) {
        Snapshot both = withHeartbeat(NOW_NS - ageMs * 1_000_000);
        assertWorst(verdict, examine(both, both));
    }

    @ParameterizedTest
    @CsvSource({"4, OK", "3, WARNING", "1, WARNING", "0, CRITICAL"})
    void room(long logs, Verdict verdict) {
        Storage storage = new Storage("tmpfs", 1 << 30, logs * LogLayout.filesLength(TERM_LENGTH) + 1);
        assertWorst(verdict, examine(host(snapshot(), snapshot()).storage(storage)));
    }

    @ParameterizedTest
    @CsvSource({"3599, WARNING", "3601, OK"})
    void anErrorCountsForAnHour(long agoSeconds, Verdict verdict) {
        long ms = NOW.toEpochMilli() - agoSeconds * 1000;
        ErrorView error = new ErrorView("client 1", 7, 0, ms, "bad\u001b[2J order\n\tat x");
        Findings findings = examine(new FakeHost(root).storage(MUCH).seen(new Interval(snapshot(), snapshot()), error));
        assertWorst(verdict, findings);
        String line = "errors: client 1: bad\\x1b[2J order (fix: tailrace events --errors --dir ";
        assertEquals(verdict == Verdict.WARNING, line(findings).contains(line), () -> line(findings));
    }

    @Test
    void whatCanNotBeReadIsUnknownUnlessSomethingWorseIsKnown() {
        Unreadable unreadable = new Unreadable(Unreadable.Reason.NOT_ALLOWED, "a file");
        Unreadable damaged = new Unreadable(Unreadable.Reason.CORRUPT, "a file");
        assertWorst(Verdict.UNKNOWN, examine(withHeartbeat(0), withHeartbeat(0)));
        assertWorst(Verdict.UNKNOWN, examine(snapshot(), withHeartbeat(NOW_NS, unreadable)));
        assertWorst(Verdict.WARNING, examine(snapshot(), withHeartbeat(NOW_NS, damaged)));
        assertWorst(Verdict.WARNING, examine(snapshot(), withHeartbeat(NOW_NS - 3_000_000_000L, unreadable)));
    }

    @Test
    void aLineNamesTheWorstFirstAndNoHostileNameEndsIt() {
        Snapshot now = withHeartbeat(NOW_NS, new Unreadable(Unreadable.Reason.FAILED, "a|b\u001b[2J\n\u202e"));
        Snapshot late = withHeartbeat(NOW_NS - 6_000_000_000L, now.unreadable().get(0));
        String line = line(examine(late, late));
        assertTrue(line.startsWith("TAILRACE CRITICAL - driver: suspect, pid=42, clients=0: silent for 6.0 s"), line);
        assertTrue(line.endsWith("; files: a/b\\x1b[2J\\n\\u{202e}"), line);
    }
}
