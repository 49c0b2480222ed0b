/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.CounterSource;
import io.tailrace.control.DriverDirectory;
import io.tailrace.dispatch.Dispatch;
import io.tailrace.injector.CooperativeConfig;
import io.tailrace.injector.CooperativeWorkers;
import io.tailrace.injector.ExecutorConfig;
import io.tailrace.injector.InjectionExecutor;
import io.tailrace.injector.Injector;
import io.tailrace.injector.Tasklet.Progress;
import io.tailrace.log.LogFiles;
import io.tailrace.log.Waker;
import io.tailrace.log.publish.Appender;
import io.tailrace.log.publish.ConcurrentAppender;
import io.tailrace.report.CounterSlots.CounterKind;
import io.tailrace.report.CounterSlots.CounterReader;
import io.tailrace.report.ReportFile;
import io.tailrace.testing.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** A client's counters can be read from its file, and do no harm. */
final class ClientCountersTest extends DispatchFixture {
    private Path clientDirectory() {
        return new DriverDirectory(driver.directory()).client(subscriber.clientId());
    }

    private List<CounterReader.Counter> shown() {
        return shown(subscriber);
    }

    private long groups(String group) {
        return shown().stream()
                .filter(counter -> counter.label().startsWith(group + ": "))
                .count();
    }

    private void awaitShown(CounterKind kind, String label, long value) {
        CounterReader.Counter expected = new CounterReader.Counter(kind, label, value);
        Await.until(expected + " is shown", () -> shown().contains(expected));
    }

    /** A reader may start while they get their slots. */
    private void awaitShown(int count, String group) {
        Await.until(count + " of " + group + " are shown", () -> groups(group) == count);
    }

    private String takeReport() {
        Await.until("it is reported", () -> !reported.isEmpty());
        return String.valueOf(reported.remove().getMessage());
    }

    @Test
    void whatExecutorsAndWorkersCountIsShown() throws Exception {
        try (Injector injector = new Injector();
                InjectionExecutor executor = injector.newExecutor(ExecutorConfig.of("orders", 2));
                CooperativeWorkers workers = new CooperativeWorkers(CooperativeConfig.DEFAULT)) {
            subscriber.addCounters("workers", workers.counterSource());
            workers.add(() -> Progress.NO_PROGRESS);
            awaitShown(CounterKind.LEVEL, "workers: tasklets", 1);
            awaitShown(5, "workers");
            subscriber.addCounters("orders", executor.counterSource());
            subscriber.addCounters("pool", injector.counterSource());
            executor.submit(() -> {}).get(10, TimeUnit.SECONDS);

            awaitShown(CounterKind.TOTAL, "orders: executed", 1);
            awaitShown(CounterKind.LEVEL, "orders: running", 0);
            awaitShown(CounterKind.TOTAL, "pool: threadsStarted", 1);
            awaitShown(8, "orders");
            awaitShown(9, "pool");
        }
        assertEquals(
                "rw-------",
                PosixFilePermissions.toString(
                        Files.getPosixFilePermissions(ReportFile.COUNTERS.path(clientDirectory()))));
    }

    /** A commit here wakes no thread, as if the publisher had died before it could. */
    @Test
    void aMissedWakeUpIsShown() throws Exception {
        Recorder received = new Recorder();
        assertTrue(Messages.offer(publication, "told") > 0);
        assertEquals(1, subscription.poll(received, 1, PATIENCE));
        assertEquals(0, groups("waits"));
        Path log = new DriverDirectory(driver.directory()).log(publication.logId());
        try (LogFiles files = LogFiles.open(log, LogFiles.Access.EVERYTHING)) {
            Appender silent = new ConcurrentAppender(files.buffers(), 0, Waker.Source.NONE);
            for (int tries = 0; tries < 20 && groups("waits") == 0; tries++) {
                Future<Integer> polled = pool.submit(() -> subscription.poll(received, 1, PATIENCE));
                Thread.sleep(100); // Unless the machine is busy, it sleeps then.
                assertTrue(silent.offer(buffer, 0, 8) > 0);
                assertEquals(1, polled.get());
            }
        }
        Await.until("it is shown", () -> shown().stream()
                .anyMatch(counter -> counter.label().equals("waits: missedWakeUps") && counter.value() > 0));
    }

    @Test
    void aDispatchIsShownFromItsBeginningToItsEnd() throws InterruptedException {
        String name = "dispatch " + subscription.registrationId() + " " + STREAM;
        Dispatch dispatch =
                Dispatch.of(subscription, (bytes, offset, length, header) -> {}).start(pool);
        long end = offerAll(100);
        Await.until("everything is handled", () -> image().position() == end);
        awaitShown(CounterKind.TOTAL, name + ": handled", 100);
        awaitShown(CounterKind.LEVEL, name + ": framesInFlight", 0);
        awaitShown(13, name);

        dispatch.close();
        Await.until("it is no longer shown", () -> shown().isEmpty());
    }

    @Test
    void whereTheSlotsRunOutThatIsToldOnceAndTheRestIsShown() {
        String[] names = new String[600];
        for (int i = 0; i < names.length; i++) {
            names[i] = "c" + i;
        }
        CounterSource.Group group = subscriber.addCounters("many", sink -> {
            for (String name : names) {
                sink.total(name, 1);
            }
        });
        String report = takeReport();
        assertTrue(report.startsWith("not all counters are shown: slots=512, group=many, missing=88;"), report);
        assertEquals(512, groups("many"));
        subscriber.addCounters("late", sink -> sink.level("value", 3));
        offerAll(1);
        assertEquals(1, subscription.poll((bytes, offset, length, header) -> {}, 10), "nothing else is harmed");
        assertEquals(0, groups("late"));

        group.close();
        group.close();
        awaitShown(CounterKind.LEVEL, "late: value", 3);
        assertEquals(1, shown().size());
    }

    @Test
    void aSourceThatThrowsIsReportedOnceAndTheOthersGoOn() {
        AtomicLong calls = new AtomicLong();
        subscriber.addCounters("bad", sink -> {
            sink.total("calls", calls.incrementAndGet());
            if (calls.get() == 3) {
                throw new StackOverflowError("of the test");
            }
        });
        subscriber.addCounters("good", sink -> sink.total("calls", calls.get()));
        String report = takeReport();
        assertTrue(report.startsWith("counters are not read any more: group=bad, cause="), report);
        awaitShown(CounterKind.TOTAL, "good: calls", 3);
        assertEquals(0, groups("bad"));

        subscriber.addCounters("adding", sink -> subscriber.addPublication("more"));
        String refusal = takeReport();
        assertTrue(refusal.contains("group=adding") && refusal.contains("must not add anything"), refusal);
    }

    @Test
    void whereTheFileCanNotBeMadeThatIsToldOnceAndAllElseGoesOn() throws IOException {
        Path inTheWay = Files.createDirectory(ReportFile.COUNTERS.path(clientDirectory()));
        Files.createFile(inTheWay.resolve("something"));
        subscriber.addCounters("cache", sink -> sink.level("entries", 1));
        String report = takeReport();
        assertTrue(report.startsWith("the counters of this client can not be shown: "), report);
        offerAll(1);
        assertEquals(1, subscription.poll((bytes, offset, length, header) -> {}, 10));

        Files.delete(inTheWay.resolve("something"));
        Files.delete(inTheWay);
        awaitShown(CounterKind.LEVEL, "cache: entries", 1);
    }

    @Test
    void valuesFollowGoOnWithTheNextDriverAndEndWithTheirClient() {
        AtomicLong level = new AtomicLong(1);
        assertFalse(Files.exists(ReportFile.COUNTERS.path(clientDirectory())), "a client that counts nothing has none");
        subscriber.addCounters("cache", sink -> {
            sink.level("entries", level.get());
            if (level.get() < 0) { // A later one.
                sink.total("hits", 7);
            }
        });
        awaitShown(CounterKind.LEVEL, "cache: entries", 1);
        driver.close();
        level.set(-5);
        awaitShown(CounterKind.LEVEL, "cache: entries", -5);
        awaitShown(CounterKind.TOTAL, "cache: hits", 7);
        launch();
        Await.until("it is back", subscriber::isDriverAlive);
        level.set(3);
        awaitShown(CounterKind.LEVEL, "cache: entries", 3);

        subscriber.close();
        Await.until("its files are gone", () -> !Files.exists(clientDirectory()));
        IllegalStateException closed = assertThrows(
                IllegalStateException.class, () -> subscriber.addCounters("late", sink -> sink.level("value", 1)));
        assertTrue(closed.getMessage().startsWith("the client is closed: directory="), closed.getMessage());
    }

    @Test
    void aNameThatIsNoneIsRefused() {
        for (String name : new String[] {"", "ö".repeat(33), "a\nb"}) {
            IllegalArgumentException refused =
                    assertThrows(IllegalArgumentException.class, () -> subscriber.addCounters(name, sink -> {}));
            assertTrue(refused.getMessage().startsWith("name of counters must "), refused.getMessage());
        }
        subscriber.addCounters("ö".repeat(32), sink -> {}).close();
    }
}
