/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

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
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whatever the program's handlers throw, the agents that call them continue. */
final class ErrorsTest {
    /** What a handler may throw. */
    enum Kind {
        RUNTIME,
        ASSERTION,
        OUT_OF_MEMORY,
        STACK_OVERFLOW,
        INTERNAL,
        LINKAGE,
        DEATH,
        CHECKED;

        void raise() {
            ErrorsTest.<RuntimeException>raise(
                    switch (this) {
                        case RUNTIME -> new UnsupportedOperationException();
                        case ASSERTION -> new AssertionError();
                        case OUT_OF_MEMORY -> new OutOfMemoryError();
                        case STACK_OVERFLOW -> new StackOverflowError();
                        case INTERNAL -> new InternalError();
                        case LINKAGE -> new NoClassDefFoundError();
                        case DEATH -> new ThreadDeath();
                        case CHECKED -> new IOException();
                    });
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
    @EnumSource
    void theHandlersOfAClientMayThrowAnything(Kind kind) {
        MediaDriver first = launch(ThreadingMode.DEDICATED, errors::add);
        TailraceConfig config = config(first)
                .withErrorHandler(error -> {
                    errors.add(error);
                    kind.raise();
                })
                .withDriverStateHandler(state -> {
                    calls.incrementAndGet();
                    kind.raise();
                });
        try (Tailrace tailrace = Tailrace.connect(config)) {
            SubscriptionConfig handlers = SubscriptionConfig.DEFAULT
                    .withAvailableHandler(image -> kind.raise())
                    .withUnavailableHandler(image -> kind.raise());
            Subscription subscription = tailrace.addSubscription("quotes", handlers);
            Publication publication = tailrace.addPublication("quotes");
            Await.until("the image is there", () -> subscription.imageCount() == 1);
            publication.close();
            Await.until(
                    "it is gone",
                    () -> subscription.poll((b, o, l, h) -> {}, 1) == 0 && subscription.imageCount() == 0);
            Await.until("both are reported", () -> errors.size() == 2);

            tailrace.addCounters("bad", sink -> kind.raise());
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
    @EnumSource
    void theErrorHandlerOfADriverMayThrowAnything(Kind kind) throws IOException {
        ThreadingMode threading =
                switch (kind) {
                    case OUT_OF_MEMORY, RUNTIME -> ThreadingMode.INVOKER;
                    case STACK_OVERFLOW, ASSERTION -> ThreadingMode.SHARED;
                    default -> ThreadingMode.DEDICATED;
                };
        try (MediaDriver driver = launch(threading, error -> {
            calls.incrementAndGet();
            kind.raise();
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

    @Test
    void anInterruptEndsNoThreadOfADriver() {
        for (ThreadingMode threading : new ThreadingMode[] {ThreadingMode.DEDICATED, ThreadingMode.SHARED}) {
            try (MediaDriver driver = launch(threading, errors::add);
                    Tailrace tailrace = Tailrace.connect(config(driver).withErrorHandler(errors::add))) {
                Thread.getAllStackTraces().keySet().stream()
                        .filter(thread -> thread.getName().contains("tailrace-"))
                        .forEach(Thread::interrupt);

                assertExchange(driver, tailrace);
                assertTrue(driver.isRunning(), threading::toString);
            }
        }
        assertTrue(errors.isEmpty(), errors::toString);
    }
}
