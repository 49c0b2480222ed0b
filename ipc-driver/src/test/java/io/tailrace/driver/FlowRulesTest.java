/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.Tailrace;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.opentest4j.TestAbortedException;
import org.reactivestreams.tck.TestEnvironment;
import org.reactivestreams.tck.flow.FlowPublisherVerification;
import org.testng.SkipException;

/**
 * The rules of Reactive Streams, by their own tests, which are TestNG tests: here each runs as a JUnit test. Two kinds
 * do not run. {@code untested_}: the rules themselves skip these, because no test can check them.
 * {@code optional_spec111_}: these are for publishers that allow several subscribers; a subscription allows one, and
 * its second subscriber gets an error.
 */
final class FlowRulesTest extends WithThreads {
    private static final long TIMEOUT_MS = 500;
    private static final long SILENCE_MS = 50;
    private static final long GARBAGE_TIMEOUT_MS = 1_000;
    /** More than these are published while they are read. */
    private static final long MAX_ELEMENTS_AT_ONCE = 500;

    private static final Duration LONGEST_OFFER = Duration.ofSeconds(10);
    /** It gives the JVM 100 ms to find that an object is garbage; {@link FlowTest} gives it more. */
    private static final String GARBAGE_RULE =
            "required_spec313_cancelMustMakeThePublisherEventuallyDropAllReferencesToTheSubscriber";

    private static final List<String> NOT_RUN = List.of("untested_", "optional_spec111_");

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final AtomicInteger streams = new AtomicInteger();
    private Tailrace client;

    @BeforeEach
    void join() {
        client = connect();
    }

    @AfterEach
    void leave() {
        client.close();
        threads.shutdownNow();
    }

    /** The rules for a stream with this many messages, after which the subscription is closed. */
    private final class Rules extends FlowPublisherVerification<Integer> {
        Rules() {
            super(new TestEnvironment(TIMEOUT_MS, SILENCE_MS), GARBAGE_TIMEOUT_MS);
        }

        @Override
        public Flow.Publisher<Integer> createFlowPublisher(long elements) {
            String stream = "stream " + streams.incrementAndGet();
            Subscription subscription = client.addSubscription(stream);
            Publication publication = client.addPublication(stream);
            assertTrue(publication.awaitSubscribers(1, Duration.ofSeconds(10)));
            if (elements > MAX_ELEMENTS_AT_ONCE) {
                threads.execute(() -> publish(publication, elements, subscription));
            } else {
                publish(publication, elements, subscription);
            }
            if (elements == 0) {
                subscription.close();
            }
            AtomicInteger mapped = new AtomicInteger();
            return subscription.publisher(
                    (buffer, offset, length, header) -> {
                        if (mapped.incrementAndGet() == elements) {
                            subscription.close();
                        }
                        return mapped.get();
                    },
                    threads);
        }

        /** Publishes as many messages as the subscription takes before it is closed. */
        private void publish(Publication publication, long elements, Subscription subscription) {
            try {
                for (long i = 0; i < elements && !subscription.isClosed(); i++) {
                    publication.offer(new byte[Integer.BYTES], LONGEST_OFFER);
                }
            } catch (IllegalStateException e) {
                assertTrue(publication.isClosed(), e::toString); // The test is over.
            }
        }

        /** A publisher whose subscription belongs to a wait set. */
        @Override
        public Flow.Publisher<Integer> createFailedFlowPublisher() {
            Subscription subscription = client.addSubscription("failed");
            client.newWaitSet().add(subscription);
            return subscription.publisher((buffer, offset, length, header) -> 1, threads);
        }

        @Override
        public long maxElementsFromPublisher() {
            return Integer.MAX_VALUE;
        }
    }

    @TestFactory
    Stream<DynamicTest> rules() {
        return Arrays.stream(Rules.class.getMethods())
                .filter(method -> method.isAnnotationPresent(org.testng.annotations.Test.class))
                .sorted(Comparator.comparing(Method::getName))
                .filter(method -> !method.getName().equals(GARBAGE_RULE))
                .map(method -> DynamicTest.dynamicTest(method.getName(), () -> run(method)));
    }

    private void run(Method method) throws Throwable {
        Rules rules = new Rules();
        rules.setUp();
        try {
            method.invoke(rules);
        } catch (InvocationTargetException e) {
            boolean isNotRun = NOT_RUN.stream().anyMatch(method.getName()::startsWith);
            throw isNotRun && e.getCause() instanceof SkipException skipped
                    ? new TestAbortedException(skipped.getMessage(), skipped)
                    : e.getCause();
        }
    }
}
