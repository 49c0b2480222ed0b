/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.control.Heartbeat;
import io.tailrace.control.LinkFile;
import io.tailrace.control.LinkFile.Identity;
import io.tailrace.control.OwnerState;
import io.tailrace.control.OwnerState.LifeProof;
import io.tailrace.inspect.ClientView;
import io.tailrace.inspect.ErrorsReader.ErrorView;
import io.tailrace.inspect.Holdings;
import io.tailrace.inspect.Interval;
import io.tailrace.inspect.LinkView;
import io.tailrace.inspect.LogSnapshot;
import io.tailrace.inspect.LogView;
import io.tailrace.inspect.Metrics;
import io.tailrace.inspect.Observation;
import io.tailrace.inspect.Snapshot;
import io.tailrace.inspect.Storage;
import io.tailrace.inspect.StreamView;
import io.tailrace.inspect.Unreadable;
import io.tailrace.log.LogEnd;
import io.tailrace.log.LogLayout;
import io.tailrace.log.LogMeta;
import io.tailrace.log.SubscriberPolicy;
import io.tailrace.tools.check.CheckResult.Measure;
import io.tailrace.tools.command.CommandException;
import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.command.Patterns;
import io.tailrace.tools.command.Verdict;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The verdicts on two snapshots. */
class ExaminationTest {
    private static final int TERM_LENGTH = 64 * 1024;
    private static final long TAIL = TERM_LENGTH / 2;
    private static final long NOW_NS = 1_000_000_000_000L;
    private static final Instant NOW = Instant.parse("2026-01-02T04:00:00Z");
    private static final Path DIRECTORY = Path.of("/dev/shm/tailrace-ann");
    private static final Storage MUCH = new Storage("tmpfs", 1 << 30, 1 << 30);

    private final Thresholds thresholds = new Thresholds();

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
        return snapshot(NOW_NS, List.of(streams), List.of(), List.of());
    }

    private static Snapshot snapshot(
            long heartbeatNs, List<StreamView> streams, List<LinkView> links, List<Unreadable> unreadable) {
        OwnerState owner = new OwnerState(LifeProof.HOLDS_LOCK, 42, "", true, 0, new Heartbeat(heartbeatNs));
        ClientView driver =
                new ClientView(ClientView.DRIVER, owner, "ann", null, null, false, new Holdings(0, 0, 0, 0));
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
                links,
                unreadable);
    }

    private static Snapshot withLinks(LinkView... links) {
        return snapshot(NOW_NS, List.of(), List.of(links), List.of());
    }

    private static Snapshot withHeartbeat(long heartbeatNs, Unreadable... unreadable) {
        return snapshot(heartbeatNs, List.of(), List.of(), List.of(unreadable));
    }

    private static LinkView link(String name, LinkFile.State state, long seconds) {
        Identity identity = new Identity(LinkFile.Kind.SEND, name, "10.0.0.2:9000", "alpha", "quotes");
        LinkFile.View said = new LinkFile.View(
                DIRECTORY.resolve("links"),
                state != LinkFile.State.ENDED,
                identity,
                state,
                NOW_NS - seconds * 1_000_000_000,
                "beta",
                "1.2.3",
                4712,
                0,
                NOW.toEpochMilli(),
                new LinkFile.Figures(0, 0, 0, 0, 0, 0, 0, 0),
                "",
                0,
                "");
        return LinkView.of(said, NOW_NS, NOW.toEpochMilli());
    }

    @Test
    void aLinkThatIsNotUpForLongIsAWarning() {
        LinkView up = link("bridge/up", LinkFile.State.UP, 99);
        LinkView ended = link("bridge/ended", LinkFile.State.ENDED, 99);
        CheckResult soon = examine(withLinks(up, ended, link("bridge/a", LinkFile.State.DOWN, 9)));
        CheckResult late = examine(
                withLinks(up, link("bridge/a", LinkFile.State.DOWN, 12), link("bridge/b", LinkFile.State.HELD, 11)));

        assertEquals(Verdict.OK, soon.verdict());
        assertTrue(soon.nagios().contains(" link=9s;10;"));
        assertEquals(Verdict.WARNING, late.verdict());
        assertTrue(
                late.nagios().contains("bridge/a: it does not reach 10.0.0.2:9000 (for 12 s) (try: tailrace doctor"),
                late.nagios());
        assertTrue(late.nagios().contains("bridge/b: it is held back by the other end (for 11 s)"), late.nagios());
        assertTrue(late.nagios().contains(" link=12s;10;"), late.nagios());
        assertFalse(examine(withLinks(ended)).nagios().contains("link="), "no link is no figure");
    }

    private CheckResult examine(Observation seen, String... patterns) {
        return Examination.of(
                thresholds, seen, new Patterns(List.of(patterns)), 3_600_000_000_000L, patterns.length > 0);
    }

    private CheckResult examine(Snapshot both) {
        return examine(both, both);
    }

    private CheckResult examine(Snapshot before, Snapshot after, String... patterns) {
        return examine(new Observation(new Interval(before, after), List.of(), List.of(), MUCH), patterns);
    }

    @ParameterizedTest
    @CsvSource({"0, 0, OK", "60, 95, WARNING", "95, 60, WARNING", "10, 100, OK", "95, 99, CRITICAL"})
    void aLagCountsIfItIsThereAtBothLooks(long before, long after, Verdict verdict) {
        CheckResult result = examine(snapshot(stream("quotes", before)), snapshot(stream("quotes", after)));

        assertEquals(verdict, result.verdict(), result::describe);
        assertEquals(verdict != Verdict.OK, result.describe().contains("\"quotes\" lags by "), result::describe);
    }

    @Test
    void aSubscriberThatDropsIsNoReasonToWorry() {
        StreamView stream = stream("quotes", 100, SubscriberPolicy.DROP);
        CheckResult result = examine(snapshot(stream), snapshot(stream));

        assertEquals(Verdict.OK, result.verdict(), result::describe);
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
    @CsvSource({"100, 100, 1", "100, 50, 0", "50, 100, 0"})
    void soDoesThatItIsHeldBack(long before, long after, double held) {
        CheckResult result = examine(snapshot(stream("quotes", before)), snapshot(stream("quotes", after)));

        Measure measure = result.measures().stream()
                .filter(each -> each.name().equals("held"))
                .findFirst()
                .orElseThrow();
        assertEquals(held, measure.value());
    }

    @Test
    void aStreamThatCameInBetweenHasNoLagYet() {
        assertEquals(
                Verdict.OK, examine(snapshot(), snapshot(stream("quotes", 100))).verdict());
    }

    @Test
    void streamsThatAreNotSelectedDoNotCount() {
        Snapshot both = snapshot(stream("md", 25), stream("quotes", 99));
        CheckResult result = examine(both, both, "m*");

        assertEquals(Verdict.OK, result.verdict(), result::describe);
        assertTrue(result.nagios().contains("'lag md'=25%"), () -> result.nagios());
        CommandException none = assertThrows(CommandException.class, () -> examine(both, both, "x"));
        assertEquals(ExitCode.NO_DRIVER, none.exitCode());
    }

    @ParameterizedTest
    @CsvSource({"1900, OK", "2000, WARNING", "5000, CRITICAL"})
    void heartbeats(long ageMs, Verdict verdict) {
        assertEquals(verdict, examine(withHeartbeat(NOW_NS - ageMs * 1_000_000)).verdict());
    }

    private CheckResult examine(Storage storage, ErrorView... errors) {
        Snapshot now = snapshot();
        return examine(new Observation(new Interval(now, now), List.of(errors), List.of(), storage));
    }

    @ParameterizedTest
    @CsvSource({"4, OK", "3, WARNING", "1, WARNING", "0, CRITICAL"})
    void room(long logs, Verdict verdict) {
        Storage storage = new Storage("tmpfs", 1 << 30, logs * LogLayout.filesLength(TERM_LENGTH) + 1);
        assertEquals(verdict, examine(storage).verdict());
    }

    /** A client takes five inodes, and so does a log. */
    @ParameterizedTest
    @CsvSource({"25, OK", "24, WARNING", "9, CRITICAL"})
    void roomIsAlsoForFiles(long inodes, Verdict verdict) {
        CheckResult result = examine(MUCH.withFreeInodes(inodes));
        assertEquals(verdict, result.verdict());
        assertEquals(verdict != Verdict.OK, result.describe().contains("free inodes=" + inodes), result::describe);
    }

    @ParameterizedTest
    @CsvSource({"3599, WARNING", "3601, OK"})
    void anErrorCountsForAnHour(long agoSeconds, Verdict verdict) {
        long ms = NOW.toEpochMilli() - agoSeconds * 1000;
        CheckResult result = examine(MUCH, new ErrorView("client 1", 7, 0, ms, "bad\u001b[2J order\n\tat x"));
        assertEquals(verdict, result.verdict());
        assertEquals(verdict == Verdict.OK ? result.summary() : "client 1: bad\\x1b[2J order", result.describe());
    }

    @Test
    void whatCanNotBeReadIsUnknownUnlessSomethingWorseIsKnown() {
        Unreadable unreadable = new Unreadable(Unreadable.Reason.CORRUPT, "a file");
        assertEquals(Verdict.UNKNOWN, examine(withHeartbeat(0)).verdict());
        assertEquals(Verdict.UNKNOWN, examine(withHeartbeat(NOW_NS, unreadable)).verdict());
        assertEquals(
                Verdict.WARNING,
                examine(withHeartbeat(NOW_NS - 3_000_000_000L, unreadable)).verdict());
    }
}
