/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.Tailrace;
import io.tailrace.TailraceConfig;
import io.tailrace.testing.Await;
import io.tailrace.testing.MemoryDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever the program's handlers throw, the agents that call them continue. */
final class ErrorsTest {
    /** What a handler may throw. */
    static Stream<Class<? extends Throwable>> thrown() {
        return Stream.of(
                UnsupportedOperationException.class,
                AssertionError.class,
                OutOfMemoryError.class,
                StackOverflowError.class,
                InternalError.class,
                NoClassDefFoundError.class,
                ThreadDeath.class,
                IOException.class);
    }

    private static void raise(Class<? extends Throwable> type) {
        try {
            ErrorsTest.<RuntimeException>raise(type.getDeclaredConstructor().newInstance());
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException(e);
        }
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void raise(Throwable thrown) throws T {
        throw (T) thrown;
    }

    @TempDir(factory = MemoryDirectory.class)
    Path parent;

    private final Queue<Throwable> errors = new ConcurrentLinkedQueue<>();
    private final AtomicInteger calls = new AtomicInteger();

    private MediaDriver launch(ThreadingMode threading, Consumer<Throwable> errorHandler) {
        return MediaDriver.launch(DriverConfig.DEFAULT
                .withDirectory(parent.resolve("driver"))
                .withTermLength(Rig.TERM_LENGTH)
                .withThreading(threading)
                .withErrorHandler(errorHandler));
    }

    private static TailraceConfig config(MediaDriver driver) {
        TailraceConfig config = TailraceConfig.DEFAULT.withDirectory(driver.directory());
        return config.withDriverInvoker(() -> invoke(driver));
    }

    private static void invoke(MediaDriver driver) {
        try {
            driver.invoke();
        } catch (IllegalStateException e) {
            // It has threads of its own.
        }
    }

    private static void assertExchange(MediaDriver driver, Tailrace tailrace) {
        try (Subscription subscription = tailrace.addSubscription("orders");
                Publication publication = tailrace.addPublication("orders")) {
            Recorder received = new Recorder();
            Await.until("a message", () -> {
                invoke(driver);
                return Messages.offer(publication, "x") > 0 && subscription.poll(received, 1) > 0;
            });
        }
    }

    @ParameterizedTest
    @MethodSource("thrown")
    void theHandlersOfAClientMayThrowAnything(Class<? extends Throwable> thrown) {
        MediaDriver first = launch(ThreadingMode.DEDICATED, errors::add);
        TailraceConfig config = config(first)
                .withErrorHandler(error -> {
                    errors.add(error);
                    raise(thrown);
                })
                .withDriverStateHandler(state -> {
                    calls.incrementAndGet();
                    raise(thrown);
                });
        try (Tailrace tailrace = Tailrace.connect(config)) {
            SubscriptionConfig handlers = SubscriptionConfig.DEFAULT
                    .withAvailableHandler(image -> raise(thrown))
                    .withUnavailableHandler(image -> raise(thrown));
            Subscription subscription = tailrace.addSubscription("quotes", handlers);
            Publication publication = tailrace.addPublication("quotes");
            Await.until("the image is there", () -> subscription.imageCount() == 1);
            publication.close();
            Await.until(
                    "it is gone",
                    () -> subscription.poll((b, o, l, h) -> {}, 1) == 0 && subscription.imageCount() == 0);
            Await.until("both are reported", () -> errors.size() == 2);

            tailrace.addCounters("bad", sink -> raise(thrown));
            Await.until("it is reported", () -> errors.size() == 3);
            assertExchange(first, tailrace);

            first.close();
            Await.until("it is lost", () -> calls.get() == 1);
            try (MediaDriver next = launch(ThreadingMode.DEDICATED, errors::add)) {
                Await.until("it is back", () -> calls.get() == 2);
                assertExchange(next, tailrace);
                Await.until("both are reported", () -> errors.size() == 5);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("thrown")
    void theErrorHandlerOfADriverMayThrowAnything(Class<? extends Throwable> thrown) throws IOException {
        ThreadingMode threading =
                VirtualMachineError.class.isAssignableFrom(thrown) ? ThreadingMode.INVOKER : ThreadingMode.DEDICATED;
        try (MediaDriver driver = launch(threading, error -> {
            calls.incrementAndGet();
            raise(thrown);
        })) {
            Path noClient = Files.createFile(driver.directory().resolve("clients/7777"));
            // The driver searches for clients once a second, or when one connects.
            try (Tailrace tailrace = Tailrace.connect(config(driver).withErrorHandler(errors::add))) {
                Await.until("an invalid client is reported", () -> {
                    invoke(driver);
                    return calls.get() > 0;
                });

                assertExchange(driver, tailrace);
                assertTrue(driver.isRunning());
                Files.delete(noClient);
            }
        }
        assertTrue(errors.isEmpty(), errors::toString);
    }

    /** The other thread waits for the cycle that the handler is a part of. */
    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void theErrorHandlerOfADriverMayCloseItWhileAnotherThreadDoes(ThreadingMode threading) throws Exception {
        CompletableFuture<MediaDriver> launched = new CompletableFuture<>();
        Thread closer = new Thread(() -> launched.join().close());
        closer.setDaemon(true);
        CompletableFuture<Void> handled = new CompletableFuture<>();
        MediaDriver driver = launch(threading, error -> {
            if (calls.incrementAndGet() == 1) {
                closer.start();
                Await.until("it waits", () -> closer.getState() == Thread.State.WAITING);
                launched.join().close();
                handled.complete(null);
            }
        });
        launched.complete(driver);
        Files.createFile(driver.directory().resolve("clients/7777"));
        CompletableFuture<Void> cycles = CompletableFuture.runAsync(() -> Await.until("the end", () -> {
            invoke(driver);
            return handled.isDone();
        }));

        handled.get(60, TimeUnit.SECONDS);
        cycles.get(60, TimeUnit.SECONDS);
        closer.join();
        assertFalse(driver.isRunning());
    }

    @Test
    void anInterruptEndsNoThreadOfADriver() {
        try (MediaDriver driver = launch(ThreadingMode.DEDICATED, errors::add);
                Tailrace tailrace = Tailrace.connect(config(driver).withErrorHandler(errors::add))) {
            Thread.getAllStackTraces().keySet().stream()
                    .filter(thread -> thread.getName().contains("tailrace-"))
                    .forEach(Thread::interrupt);

            assertExchange(driver, tailrace);
            assertTrue(driver.isRunning());
        }
        assertTrue(errors.isEmpty(), errors::toString);
    }
}
