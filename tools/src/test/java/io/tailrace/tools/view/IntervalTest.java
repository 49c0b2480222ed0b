/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.control.DriverDirectory;
import io.tailrace.file.FileAccess;
import io.tailrace.file.MappedFile;
import io.tailrace.inspect.Host;
import io.tailrace.inspect.Interval;
import io.tailrace.inspect.LinkView;
import io.tailrace.inspect.Metrics;
import io.tailrace.inspect.Snapshot;
import io.tailrace.inspect.SnapshotReader;
import io.tailrace.inspect.StreamState;
import io.tailrace.inspect.StreamView;
import io.tailrace.log.LogFiles;
import io.tailrace.log.LogMeta;
import io.tailrace.log.SubscriberPolicy;
import io.tailrace.report.EventLog;
import io.tailrace.report.EventView;
import io.tailrace.report.LinkFile;
import io.tailrace.report.LinkFile.Identity;
import io.tailrace.report.LinkFile.Kind;
import io.tailrace.report.LinkFile.State;
import io.tailrace.tools.command.Remedy;
import io.tailrace.tools.command.StateText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The changes between two snapshots of a directory. */
class IntervalTest {
    private static final long SECOND_NS = 1_000_000_000;
    private static final String CHAINED = "chained";

    @TempDir
    private Path parent;

    private GoldenFiles files;
    private SnapshotReader reader;
    private long nowNs = GoldenFiles.NOW_NS;

    @BeforeEach
    void unpack() throws IOException {
        files = GoldenFiles.unpack(parent);
        files.live();
        Host host = new LookingCommands.StillHost() {
            @Override
            public long nanoTime() {
                return nowNs;
            }
        };
        reader = new SnapshotReader(new DriverDirectory(files.path()), host);
    }

    @AfterEach
    void close() throws IOException {
        reader.close();
        files.close();
    }

    /** Changes a log between two snapshots that are two seconds apart. */
    private Interval change(long logId, Consumer<LogMeta> action) throws IOException {
        Snapshot before = reader.read();
        Path meta = LogFiles.metaPath(new DriverDirectory(files.path()).log(logId));
        try (MappedFile file = MappedFile.openReadWrite(meta)) {
            action.accept(new LogMeta(file.buffer()));
        }
        nowNs += 2 * SECOND_NS;
        return new Interval(before, reader.read());
    }

    /** Two looks at a time at which all clients still worked. */
    private Interval whileAllWork() throws IOException {
        nowNs = GoldenFiles.NOW_NS;
        return new Interval(reader.read(), reader.read());
    }

    private static StreamView stream(Interval interval, String name) {
        StreamView found = interval.after().stream(name);
        assertNotNull(found, name);
        return found;
    }

    private static StreamState state(Interval interval, String name) {
        return interval.state(stream(interval, name));
    }

    private static String verdict(Interval interval, String name) {
        return StateText.verdict(interval, stream(interval, name));
    }

    private static String remedy(Interval interval, String name) {
        return Remedy.of(interval, stream(interval, name));
    }

    /** {@code quotes} waits for nobody, so that only {@code chained} does. */
    private static void readAll(LogMeta quotes) {
        quotes.subscriberPositionRelease(0, quotes.tailAcquire());
    }

    @Test
    void aRateIsWhatTheTailMovedInATime() throws IOException {
        Interval interval = change(15, meta -> meta.getAndAddTail(8000));
        String moved = "md.\u001b[2Jhostile";
        assertEquals(4000, interval.bytesPerSecond(stream(interval, moved)), 1e-9);
        assertEquals(4000, interval.bytesPerSecond(), 1e-9);
        assertEquals(StreamState.Kind.FLOWING, state(interval, moved).kind());
    }

    @Test
    void aLogThatComesCountsFromItsStartAndOneThatGoesNotAtAll() throws IOException {
        DriverDirectory driver = new DriverDirectory(files.path());
        Path aside = files.path().resolve("aside");
        Files.move(driver.log(15), aside);
        Snapshot before = reader.read();
        Files.move(aside, driver.log(15));
        Files.move(driver.log(11), aside);
        nowNs += 2 * SECOND_NS;
        Interval interval = new Interval(before, reader.read());
        assertEquals(4032 / 2.0, interval.bytesPerSecond(), 1e-9);
        assertNull(interval.after().stream("quotes"));
        assertEquals(List.of(), interval.after().unreadable());
    }

    /** {@code GoldenTest} has the texts of both. */
    @Test
    void whoReadsOnHoldsNobodyBack() throws IOException {
        Interval interval = change(11, meta -> {});
        assertEquals(202 * SECOND_NS, state(interval, "quotes").heldForNs());
        assertEquals(2, interval.heldBack());
        StreamView quotes = stream(interval, "quotes");
        assertEquals(List.of(quotes), interval.chain(stream(interval, CHAINED)));
        assertEquals(1, new Metrics.OfStream(interval, stream(interval, CHAINED)).chain());
        assertEquals(quotes, interval.root(stream(interval, CHAINED)));
        assertEquals(List.of(), interval.chain(quotes));

        interval = change(11, meta -> {
            for (int slot = 0; slot < 2; slot++) {
                meta.subscriberPositionRelease(slot, meta.tailAcquire());
            }
        });
        assertEquals(StreamState.Kind.IDLE, state(interval, "quotes").kind());
        assertEquals(1, interval.heldBack());
        assertEquals(List.of(), interval.chain(stream(interval, CHAINED)));
        assertEquals(
                "jcmd 101 Thread.print # shows what it does; publishers do not wait for policy CATCH_UP, which needs a"
                        + " history, or DROP, which loses messages",
                remedy(whileAllWork(), CHAINED),
                "a slow subscriber that works is looked into");
    }

    @Test
    void anEndedStreamSaysThatItsPublisherDied() throws IOException {
        Interval interval = change(14, meta -> {});
        assertEquals((600 - 32) * SECOND_NS, state(interval, "trades").retainedForNs());
        assertEquals("ended, stays for 9 min", verdict(interval, "trades"));
        long endMs = GoldenFiles.NOW.toEpochMilli() - TimeUnit.SECONDS.toMillis(30);
        noteDeath(1, endMs - TimeUnit.MINUTES.toMillis(1), "; published trades");
        noteDeath(2, endMs + 1, "; published more; read trades");
        interval = change(14, meta -> {});
        assertEquals("ended, stays for 9 min", verdict(interval, "trades"));
        noteDeath(3, endMs + 1_000, "; published more, trades; read quotes");
        interval = change(14, meta -> {});
        assertEquals(
                "ended, stays for 9 min, its publisher died at 2026-01-02T03:59:31Z: client 3 (pid 103, feed)",
                verdict(interval, "trades"));
    }

    private void noteDeath(long clientId, long timeMs, String held) {
        EventLog events = EventLog.open(new DriverDirectory(files.path()), FileAccess.PRIVATE, () -> timeMs);
        events.note(EventView.ofClient(
                EventView.Kind.CLIENT_DIED, clientId, 100 + clientId, "feed", "its process is gone" + held));
    }

    /** The subscription that holds it back belongs to a bridge. */
    @Test
    void aLinkSaysForWhomTheOtherEndWaits() throws IOException {
        DriverDirectory driver = new DriverDirectory(files.path());
        Identity identity = new Identity(Kind.SEND, "parse", "10.0.0.2:9000", "alpha", CHAINED);
        try (LinkFile link = LinkFile.create(driver, identity, GoldenFiles.NOW.toEpochMilli())) {
            link.peer("beta", "1.2.3");
            link.state(State.HELD);
            link.heldBy("audit");
            change(11, IntervalTest::readAll);
            Interval interval = whileAllWork();

            String text = verdict(interval, CHAINED);
            assertTrue(text.contains("), which waits for audit on beta for 2 min, since "), text);
            assertEquals("tailrace doctor # on beta", remedy(interval, CHAINED), "not to evict it");

            link.heldBy("");
            link.state(State.DOWN);
            nowNs += 4 * SECOND_NS; // Otherwise the last reading of the links would be used again.
            interval = new Interval(reader.read(), reader.read());
            text = verdict(interval, CHAINED);
            assertTrue(text.contains("), whose link is down for 2 min, since "), text);

            LinkView ended = interval.after().links().stream()
                    .filter(each -> !each.sends())
                    .findFirst()
                    .orElseThrow();
            String receiver = ended.start(files.path());
            assertTrue(receiver.startsWith("tailrace bridge receive --listen 10.0.0.1:9000 --expose "), receiver);
        }
    }

    @Test
    void whoseStreamsWaitForOneAnotherHaveNoRoot() throws IOException {
        Interval interval = change(
                11,
                meta -> { // The slot of its subscriber is that of client 3.
                    meta.activateSubscriber(0, 99, 3, 103, meta.subscriberPositionAcquire(0), SubscriberPolicy.BLOCK);
                });
        StreamView quotes = stream(interval, "quotes");
        StreamView chained = stream(interval, CHAINED);
        assertEquals(List.of(quotes, chained), interval.chain(chained));
        assertEquals(List.of(chained, quotes), interval.chain(quotes));
        assertTrue(StateText.verdict(interval, quotes).endsWith("they wait for one another"));
    }

    @Test
    void aClaimThatIsPassedIsNotOpenAndImpossiblePositionsAreDamage() throws IOException {
        assertEquals(
                StreamState.Kind.IDLE,
                state(change(16, IntervalTest::readAll), "claims").kind());
        assertEquals(
                StreamState.Kind.DAMAGED,
                state(change(13, meta -> meta.getAndAddTail(-8)), "telemetry").kind());
    }
}
