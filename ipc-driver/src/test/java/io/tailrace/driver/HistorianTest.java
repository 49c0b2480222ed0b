/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.Claim;
import io.tailrace.ExclusivePublication;
import io.tailrace.FrameHandler;
import io.tailrace.Publication;
import io.tailrace.RegistrationException;
import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.Tailrace;
import io.tailrace.TailraceException;
import io.tailrace.control.DriverDirectory;
import io.tailrace.control.Trust;
import io.tailrace.history.History;
import io.tailrace.history.HistoryConfig;
import io.tailrace.history.HistoryConfig.KeepLimits;
import io.tailrace.history.HistoryConfig.Sync;
import io.tailrace.history.HistoryConfig.WhenFull;
import io.tailrace.history.replay.HistoryNotes;
import io.tailrace.history.segment.LogHistory;
import io.tailrace.history.segment.SegmentReplay;
import io.tailrace.history.segment.StreamHistory;
import io.tailrace.inspect.CountersReader;
import io.tailrace.log.FrameLayout;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.report.HistorianFile;
import io.tailrace.report.HistorianFile.State;
import io.tailrace.system.FaultPoints;
import io.tailrace.testing.Await;
import io.tailrace.testing.Seeds;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A {@link History} keeps streams beside a driver. Kills: {@code HistorianIT}. */
final class HistorianTest extends WithThreads {
    private static final int SEGMENT_LENGTH = 64 * 1024;

    /** A subscription of another client, so that publishers can publish while no historian reads. */
    private static final SubscriptionConfig DROPS =
            SubscriptionConfig.DEFAULT.withPolicy(SubscriptionConfig.Policy.DROP);

    private final Queue<String> news = new ConcurrentLinkedQueue<>();
    private Path directory;
    private HistoryConfig config;
    private Tailrace client;
    private int published;

    /** A message in history. */
    private record Kept(long position, String text) {}

    @BeforeEach
    void prepare() {
        directory = parent.resolve("history");
        config = HistoryConfig.of(directory, driver.directory(), STREAM)
                .withSync(new Sync.None())
                .withSegmentLength(SEGMENT_LENGTH)
                .withName("history", Duration.ofSeconds(30))
                .withErrorHandler(error -> news.add(error.getMessage()));
        client = connect();
    }

    @AfterEach
    void disconnect() {
        FaultPoints.listenEverywhere(point -> {});
        client.close();
    }

    private StreamHistory stream() {
        return StreamHistory.of(directory, STREAM);
    }

    /** A read of a file that may fail. */
    private interface Reading<T> {
        T read() throws IOException;
    }

    private static <T> T read(Reading<T> reading) {
        try {
            return reading.read();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<LogHistory> logs() {
        return read(() -> stream().logs());
    }

    private HistorianFile.View status() {
        return read(() -> HistorianFile.read(directory));
    }

    /** {@return all messages of a log that history has} */
    private static List<Kept> messages(LogHistory log) {
        List<Kept> kept = new ArrayList<>();
        try (SegmentReplay reader = new SegmentReplay(log.folder())) {
            reader.seek(log.beginPosition());
            for (long position = reader.nextPosition();
                    position < log.endPosition();
                    position = reader.nextPosition()) {
                reader.seek(position);
                for (long header = reader.next(); header > 0; header = reader.next()) {
                    int length = FrameLayout.length(header) - FrameLayout.HEADER_LENGTH;
                    kept.add(new Kept(
                            reader.position(),
                            reader.buffer().getStringWithoutLengthUtf8(reader.payloadOffset(), length)));
                    reader.consume(header);
                }
                if (reader.position() >= log.endPosition()) {
                    break;
                }
            }
        }
        return kept;
    }

    private List<String> texts() {
        return logs().stream()
                .flatMap(log -> messages(log).stream())
                .map(Kept::text)
                .toList();
    }

    private static List<String> numbers(int from, int to) {
        return IntStream.range(from, to).mapToObj(i -> "message " + i).toList();
    }

    private void publish(Publication publication, int count) {
        int end = published + count;
        Await.until("space", () -> {
            while (published < end && Messages.offer(publication, "message " + published) > 0) {
                published++;
            }
            return published == end;
        });
    }

    private void awaitKept(int messages) {
        Await.until(messages + " messages in history", () -> texts().size() == messages);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatIsPublishedIsInHistoryPositionForPosition(boolean exclusive) {
        long seed = Seeds.of(HistorianTest.class);
        Random random = new Random(seed);
        List<Kept> expected = new ArrayList<>();
        try (History history = History.launch(config);
                Publication publication = Messages.add(client, STREAM, exclusive)) {
            MappedBuffer buffer = MappedBuffer.allocate(Rig.MAX_MESSAGE_LENGTH);
            Claim claim = new Claim();
            for (int i = 0; i < 5_000; i++) {
                String text = i + "x".repeat(random.nextInt(random.nextInt(20) == 0 ? 8_000 : 100));
                buffer.putStringWithoutLengthUtf8(0, text);
                long[] end = {0};
                Await.until("space", () -> {
                    end[0] = publication.offer(buffer, 0, text.length());
                    return end[0] > 0;
                });
                expected.add(new Kept(end[0] - FrameLayout.align(text.length() + 8), text));
                if (random.nextInt(100) == 0 && publication.tryClaim(1 + random.nextInt(1_000), claim) > 0) {
                    claim.close();
                }
            }
            Await.until("all of it", () -> texts().size() == expected.size());

            assertTrue(history.isRunning());
            assertEquals(expected, messages(logs().get(0)), "seed=" + seed);
            assertTrue(logs().get(0).segments().size() > 3, "several segments");
        }
        assertEquals(List.of(), List.copyOf(news));
        assertEquals(State.ENDED, status().state());
    }

    @Test
    void whatCameAfterTheLeaseIsAGapThatIsReported() {
        try (Publication publication = client.addPublication(STREAM);
                Subscription other = client.addSubscription(STREAM, DROPS)) {
            try (History history = History.launch(config.withName("history", Duration.ofMillis(1)))) {
                publish(publication, 100);
                awaitKept(100);
            }
            publish(publication, 20_000);
            try (History history = History.launch(config)) {
                Await.until("the gap is reported", () -> !news.isEmpty());
                publish(publication, 10);
                Await.until("the last one", () -> texts().contains("message " + (published - 1)));
            }
        }
        LogHistory log = logs().get(0);
        List<Kept> kept = messages(log);
        long from = kept.get(99).position() + FrameLayout.align("message 99".length() + 8);
        long to = kept.get(100).position();
        assertEquals(numbers(0, 100), kept.stream().limit(100).map(Kept::text).toList());
        assertEquals(
                List.of("gap in the history: stream=" + STREAM + ", log=" + log.logId() + ", from=" + from + ", to="
                        + to + "; it was not copied in time, or there was no space"),
                List.copyOf(news));
    }

    @Test
    void withoutSpacePublishersWaitAndNothingIsLost() {
        try (Publication publication = client.addPublication(STREAM)) {
            try (History history = History.launch(config.withMinFreeBytes(Long.MAX_VALUE))) {
                Await.until("it is reported", () -> !news.isEmpty());
                int accepted = Messages.fill(publication, 1_000);
                assertTrue(accepted > 0 && accepted < 4 * Rig.TERM_LENGTH / 1_000, "accepted=" + accepted);
                assertEquals(State.FULL, status().state());
                assertTrue(history.isRunning());
                published = accepted;
            }
            String report = String.join("|", news);
            assertTrue(
                    report.matches("no space for history: path=" + directory + ", free=\\d+, min-free=" + Long.MAX_VALUE
                            + "; publishers wait once .*: purge history, or remove other files; .*"),
                    report);
            try (History history = History.launch(config)) {
                awaitKept(published);
            }
        }
        assertEquals(1, news.size(), "told once: " + news);
    }

    @Test
    void withoutSpaceWhatComesIsDroppedWhereThatIsAsked() throws Exception {
        HistoryConfig drops = config.withWhenFull(WhenFull.DROP);
        try (Publication publication = client.addPublication(STREAM)) {
            try (History history = History.launch(drops)) {
                publish(publication, 10);
                awaitKept(10);
            }
            try (History history = History.launch(drops.withMinFreeBytes(Long.MAX_VALUE))) {
                publish(publication, 20_000);
                Await.until("it is counted", () -> status().droppedBytes() > 20_000L * 16);
            }
            assertEquals(1, news.size(), "told once: " + news);
            try (History history = History.launch(drops)) {
                publish(publication, 1);
                awaitKept(11);
            }
        }
        assertTrue(news.stream().anyMatch(text -> text.startsWith("gap in the history: ")), news::toString);
        assertEquals("message 20010", texts().get(10));
    }

    /** The order that a loss of power tests. */
    @Test
    void withSyncAlwaysNothingIsAcknowledgedBeforeItIsForced() throws Exception {
        AtomicLong beforeMs = new AtomicLong(System.currentTimeMillis());
        List<Long> lateMs = new CopyOnWriteArrayList<>();
        try (History history = History.launch(config.withSync(new Sync.Always()));
                Publication publication = client.addPublication(STREAM)) {
            FaultPoints.listenEverywhere(point -> {
                if (point.equals("history.appended")) { // And not yet acknowledged.
                    lateMs.add(status().syncedMs() - beforeMs.get());
                    LockSupport.parkNanos(2_000_000); // So that the next time differs.
                    beforeMs.set(System.currentTimeMillis());
                }
            });
            publish(publication, 500);
            awaitKept(500);
        }
        assertFalse(lateMs.isEmpty());
        assertTrue(lateMs.stream().allMatch(ms -> ms >= 0), lateMs::toString);
    }

    @Test
    void withAnIntervalItIsForcedBesideTheCopying() {
        try (History history = History.launch(config.withSync(new Sync.Interval(Duration.ofMillis(20))));
                Publication publication = client.addPublication(STREAM)) {
            publish(publication, 10);
            long beganMs = System.currentTimeMillis();
            Await.until("it is forced", () -> status().syncedMs() > beganMs);
        }
    }

    private static boolean isHistorian() {
        return Thread.currentThread().getName().equals("tailrace-history");
    }

    @Test
    void twoHistoriansOfAProcessKeepTheStreamsOfAPatternOnceTheyAreThere() {
        Path other = parent.resolve("other");
        try (Publication early = client.addPublication("quotes.early");
                History one = History.launch(HistoryConfig.of(directory, driver.directory(), "quotes.*"));
                History two = History.launch(
                        HistoryConfig.of(other, driver.directory(), "quotes.*").withName("other", Duration.ZERO));
                Publication late = client.addPublication("quotes.late");
                Publication unknown = client.addPublication("orders")) {
            assertTrue(Messages.offer(unknown, "other") < 0, "it has no subscriber");
            Await.until("early", () -> Messages.offer(early, "early") > 0);
            Await.until("late", () -> Messages.offer(late, "late") > 0);
            for (Path path : List.of(directory, other)) {
                Await.until("both are kept", () -> read(() -> StreamHistory.allIn(path)).stream()
                        .map(StreamHistory::name)
                        .toList()
                        .equals(List.of("quotes.early", "quotes.late")));
            }
            assertTrue(one.isRunning() && two.isRunning());
        }
    }

    @Test
    void aLogThatEndedWhileNobodyListenedIsKept() {
        try (Subscription other = client.addSubscription(STREAM, DROPS);
                ExclusivePublication publication = client.addExclusivePublication(STREAM)) {
            publish(publication, 100);
        }
        try (History history = History.launch(config)) {
            Await.until(
                    "it has ended", () -> logs().size() == 1 && logs().get(0).hasEnded());
        }
        assertEquals(numbers(0, 100), texts());
    }

    @Test
    void aLogThatIsGoneWithItsDriverHasEnded() {
        try (Publication publication = client.addPublication(STREAM);
                History history = History.launch(config)) { // It ends first, and does not see the end of the log.
            publish(publication, 10);
            awaitKept(10);
        }
        client.close();
        driver.close();
        DriverConfig fresh =
                DriverConfig.DEFAULT.withDirectory(parent.resolve("fresh")).withErrorHandler(errors::add);
        driver = MediaDriver.launch(fresh);
        client = connect();
        assertFalse(logs().get(0).hasEnded());
        try (History history = History.launch(HistoryConfig.of(directory, driver.directory(), STREAM))) {
            Await.until("it has ended", () -> logs().get(0).hasEnded());
        }
    }

    @Test
    void oneHistorianHasADirectoryAndANameAndIsFoundThere() throws Exception {
        DriverDirectory files = new DriverDirectory(driver.directory());
        try (History history = History.launch(config);
                Publication publication = client.addPublication(STREAM)) {
            publish(publication, 100);
            Await.until("the counters", () -> counters(files).contains("history: writtenBytes=2400"));
            assertTrue(counters(files).contains("history: segments=1"), () -> counters(files));

            TailraceException refusal = assertThrows(TailraceException.class, () -> History.launch(config));
            assertEquals(
                    "history in use: path=" + directory + ", pid="
                            + ProcessHandle.current().pid() + "; stop that historian, or choose another directory",
                    refusal.getMessage());
            Path other = parent.resolve("other");
            HistoryConfig second =
                    HistoryConfig.of(other, driver.directory(), STREAM).withName("history", Duration.ofSeconds(30));
            assertThrows(RegistrationException.class, () -> History.launch(second));
            assertEquals(State.FAILED, HistorianFile.read(other).state());
            assertTrue(history.isRunning());
        }
        assertEquals(List.of(new HistoryNotes.Note(directory, List.of(STREAM))), HistoryNotes.list(files));
        assertEquals(stream(), HistoryNotes.find(files, new Trust(null), STREAM), "also when it has ended");
    }

    private static String counters(DriverDirectory files) {
        return read(() -> CountersReader.of(files).all().stream()
                .flatMap(owner -> owner.counters().stream())
                .map(counter -> counter.label() + "=" + counter.value())
                .toList()
                .toString());
    }

    @Test
    void anErrorOfTheDiskEndsIt() throws Exception {
        FaultPoints.listenEverywhere(point -> {
            if (point.equals("segment.before-entry")) {
                throw new UncheckedIOException(new IOException("as if"));
            }
        });
        try (History history = History.launch(config);
                Publication publication = client.addPublication(STREAM)) {
            publish(publication, 1);
            Await.until("it has failed", () -> !history.isRunning());
            Await.until("it reports that", () -> status().state() == State.FAILED);
        }
        assertEquals(1, news.size(), news::toString);
        assertTrue(String.join("", news).startsWith("history failed, and has ended: path=" + directory + ", cause="));
        assertEquals(String.join("", news), status().error());
    }

    /** At any point of the loop; messages that were not appended are not acknowledged. */
    @ParameterizedTest
    @ValueSource(strings = {"segment.before-entry", "history.appended"})
    void aShortageOfHeapLosesNothing(String where) {
        AtomicInteger reached = new AtomicInteger();
        try (History history = History.launch(config);
                Publication publication = client.addPublication(STREAM)) {
            FaultPoints.listenEverywhere(point -> {
                if (point.equals(where) && isHistorian() && reached.incrementAndGet() % 3 == 1) {
                    throw new OutOfMemoryError("as if");
                }
            });
            publish(publication, 10_000);
            Await.until("all of it", () -> texts().size() >= 10_000);
            FaultPoints.listenEverywhere(point -> {});
        }
        assertTrue(reached.get() > 1, "reached=" + reached);
        assertEquals(numbers(0, 10_000), texts());
    }

    @Test
    void whatIsMoreThanIsToBeKeptGoes() {
        KeepLimits limits = new KeepLimits(Long.MAX_VALUE, Duration.ofDays(1), 2);
        try (History history = History.launch(config.withKeep(limits));
                Publication publication = client.addPublication(STREAM)) {
            publish(publication, 20_000);
            Await.until("the last is kept", () -> texts().contains("message 19999"));
            Await.until("the first are gone", () -> logs().get(0).segments().size() == 2);
        }
    }

    @Test
    void theDriverMayEndAndComeBack() {
        try (History history = History.launch(config);
                Publication publication = client.addPublication(STREAM)) {
            publish(publication, 100);
            driver.close();
            launch();
            Await.until("it is back", client::isDriverAlive);
            publish(publication, 20_000);
            awaitKept(published);
        }
        assertEquals(numbers(0, published), texts());
    }

    /** Each restart begins with another directory, and where the last id lies says nothing about time. */
    @Test
    void logsOfManyRestartsOfTheHostAreKeptApartAndInTheirOrder() throws IOException {
        client.close();
        driver.close();
        List<String> read = new ArrayList<>();
        long[] greatestIds = {400_000_000_000_000_000L, 400_000_000_000_000_000L, 100_000_000_000_000_000L};
        for (int boot = 0; boot < greatestIds.length; boot++) {
            Path host = parent.resolve("host" + boot);
            MediaDriver.launch(DriverConfig.DEFAULT.withDirectory(host)).close();
            Files.createDirectories(host.resolve("logs").resolve(Long.toString(greatestIds[boot])));
            try (MediaDriver each = MediaDriver.launch(
                            DriverConfig.DEFAULT.withDirectory(host).withTermLength(Rig.TERM_LENGTH));
                    Tailrace one = Tailrace.connect(host);
                    Publication publication = one.addPublication(STREAM);
                    History history = History.launch(
                            HistoryConfig.of(directory, host, STREAM).withSync(new Sync.None()))) {
                publish(publication, 100 + 50 * boot);
                awaitKept(published);
                SubscriptionConfig named = SubscriptionConfig.DEFAULT
                        .withJoinAt(SubscriptionConfig.JoinAt.BEGINNING)
                        .withPolicy(SubscriptionConfig.Policy.CATCH_UP)
                        .withName("reader", Duration.ZERO);
                try (Subscription subscription = one.addSubscription(STREAM, named)) {
                    Await.until(published + " messages read", () -> {
                        subscription.poll(FrameHandler.ofString(read::add), 100);
                        return read.size() == published;
                    });
                    subscription.poll(FrameHandler.ofString(read::add), 100);
                }
                assertTrue(history.isRunning());
            }
        }
        assertEquals(numbers(0, published), texts());
        assertEquals(numbers(0, published), read);
    }
}
