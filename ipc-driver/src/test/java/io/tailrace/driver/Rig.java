/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.Tailrace;
import io.tailrace.TailraceConfig;
import io.tailrace.control.ControlFile;
import io.tailrace.control.DriverDirectory;
import io.tailrace.control.Event;
import io.tailrace.control.EventBroadcast;
import io.tailrace.inspect.EventsReader;
import io.tailrace.log.LogLayout;
import io.tailrace.log.LogMeta;
import io.tailrace.report.EventView;
import io.tailrace.report.EventView.Kind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

/**
 * A driver and clients without threads of their own: everything happens in the thread of the test, when the test runs
 * it. At the end no error may be left that the test has not checked.
 */
public final class Rig implements AutoCloseable {
    public static final int TERM_LENGTH = 64 * 1024;
    static final int WINDOW = TERM_LENGTH / 2;
    static final int MAX_MESSAGE_LENGTH = TERM_LENGTH / 8 - 8;

    private static final long WAIT_NS = 60_000_000_000L;

    private final List<Throwable> errors = new ArrayList<>();
    private final List<Tailrace> clients = new ArrayList<>();
    private final DriverConfig config;
    private MediaDriver driver;

    Rig(Path parent) {
        this.config = driverConfig(parent, errors);
        this.driver = MediaDriver.launch(config);
    }

    /** A driver without threads that adds its errors to a list. */
    static DriverConfig driverConfig(Path parent, List<Throwable> errors) {
        return DriverConfig.DEFAULT
                .withDirectory(parent.resolve("driver"))
                .withTermLength(TERM_LENGTH)
                .withThreading(ThreadingMode.INVOKER)
                .withRetention(Retention.NONE) // Most tests need logs that go; RetentionTest has others.
                .withErrorHandler(errors::add);
    }

    /** A client without threads that adds its errors to a list, and runs the driver while it waits. */
    static TailraceConfig clientConfig(Path directory, Runnable driverInvoker, List<Throwable> errors) {
        return TailraceConfig.DEFAULT
                .withDirectory(directory)
                .withThreading(TailraceConfig.Threading.INVOKER)
                .withRegistrationTimeout(Duration.ofMinutes(1)) // The machine may be busy.
                .withDriverInvoker(driverInvoker)
                .withErrorHandler(errors::add);
    }

    MediaDriver driver() {
        return driver;
    }

    Path directory() {
        return driver.directory();
    }

    TailraceConfig clientConfig() {
        return clientConfig(driver.directory(), () -> driver.invoke(), errors);
    }

    Tailrace connect() {
        Tailrace client = Tailrace.connect(clientConfig());
        clients.add(client);
        return client;
    }

    /** Closes a client in the middle of a test. */
    void close(Tailrace client) {
        client.close();
        clients.remove(client);
    }

    /** Ends the driver, and launches the next one. */
    void restartDriver() {
        driver.close();
        driver = MediaDriver.launch(config);
    }

    /** Ends the driver, and launches one with other limits. */
    void restartDriver(Limits limits) {
        driver.close();
        driver = MediaDriver.launch(config.withLimits(limits));
    }

    Path log(Publication publication) {
        return new DriverDirectory(directory()).log(publication.logId());
    }

    /** {@return the folder of a client's files} */
    Path files(Tailrace client) {
        return new DriverDirectory(directory()).client(client.clientId());
    }

    /** {@return the number of the driver's life} */
    long incarnation() {
        try (ControlFile control = ControlFile.openReadOnly(new DriverDirectory(directory()).controlFile())) {
            return control.incarnation();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Sends more events than a client that does not read them meanwhile can find. */
    void lap() {
        try (ControlFile control = ControlFile.open(new DriverDirectory(directory()).controlFile())) {
            lap(new EventBroadcast.Sender(control.events(), clientId -> {}));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void lap(EventBroadcast.Sender events) {
        for (long end = events.position() + 2L * events.capacity(); events.position() < end; ) {
            events.send(new Event.StateComplete(Long.MAX_VALUE, 0));
        }
    }

    /** {@return the slot of a subscription in a log} */
    static int slotOf(LogMeta meta, Subscription subscription) {
        return IntStream.range(0, LogLayout.MAX_SUBSCRIBERS)
                .filter(slot -> meta.subscribers().acquire(slot) == subscription.registrationId())
                .findFirst()
                .orElseThrow();
    }

    /** {@return the only event of a kind, once it is noted} It is about a client. */
    EventView awaitEvent(Kind kind, Tailrace client) {
        List<EventView> events = new ArrayList<>();
        until(kind + " is noted", () -> {
            EventsReader read = EventsReader.of(new DriverDirectory(directory()));
            assertEquals(List.of(), read.unreadable());
            read.all().stream().filter(event -> event.kind() == kind).forEach(events::add);
            return !events.isEmpty();
        });
        assertEquals(1, events.size(), events::toString);
        assertEquals(client.clientId(), events.get(0).clientId(), events::toString);
        assertEquals(ProcessHandle.current().pid(), events.get(0).pid(), events::toString);
        return events.get(0);
    }

    /** One cycle of the driver and all clients. */
    void cycle() {
        driver.invoke();
        List.copyOf(clients).forEach(Tailrace::invoke); // A handler may close a client.
    }

    /** Runs cycles until nothing more can happen. */
    void settle() {
        for (int i = 0; i < 50; i++) {
            cycle();
        }
    }

    void until(String what, BooleanSupplier condition) {
        long startNs = System.nanoTime();
        while (!condition.getAsBoolean()) {
            cycle();
            if (System.nanoTime() - startNs > WAIT_NS) {
                fail("did not happen: " + what + ", errors=" + errors);
            }
        }
    }

    /** Returns and removes the errors that occurred outside any call. */
    List<Throwable> takeErrors() {
        List<Throwable> taken = List.copyOf(errors);
        errors.clear();
        return taken;
    }

    @Override
    public void close() {
        List.copyOf(clients).forEach(Tailrace::close);
        driver.close();
        assertEquals(List.of(), errors, "nothing goes wrong outside calls");
    }
}
