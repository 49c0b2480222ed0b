/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.jmh;

import io.tailrace.ExclusivePublication;
import io.tailrace.FrameHandler;
import io.tailrace.Subscription;
import io.tailrace.Tailrace;
import io.tailrace.benchmarks.lab.SharedMemory;
import io.tailrace.benchmarks.lab.Waiting;
import io.tailrace.benchmarks.lab.Waiting.Loops;
import io.tailrace.dispatch.Dispatch;
import io.tailrace.driver.DriverConfig;
import io.tailrace.driver.MediaDriver;
import io.tailrace.injector.ExecutorConfig;
import io.tailrace.injector.ExecutorConfig.WhenFull;
import io.tailrace.injector.Injector;
import io.tailrace.memory.MappedBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/**
 * Short tasks that JMH's thread hands over: to an executor, or, as messages of a stream, to a dispatch or a plain poll
 * loop. Only so many may wait, as many as threads in an executor and a short log; then JMH's thread waits, so it hands
 * over as many a second as are run.
 */
@State(Scope.Benchmark)
@Fork(value = 3, jvmArgs = "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED")
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 3)
public class HandOverBenchmark {
    private static final long SLEEP_NS = 1_000_000;

    /** {@code plain-poll}, an executor, or a dispatch with one or all workers and its executor. */
    @Param({
        "injector",
        "thread-pool",
        "fork-join",
        "plain-poll",
        "produce-consume/injector",
        "execute-produce-consume/injector"
    })
    public String to = "";

    /** That run tasks; a plain poll loop has one. */
    @Param({"4", "16", "64"})
    public int threads;

    /** How long a task keeps a processor busy, in microseconds. */
    @Param({"0", "1", "10"})
    public int taskUs;

    /** One task in this many sleeps for a millisecond instead; 0: none. */
    @Param("0")
    public int sleepEvery;

    private final LongAdder ended = new LongAdder();
    private long submitted;
    private long tokens;
    private Target target;
    private volatile long lastRun;

    /** Created by {@link #setUp}, which has the parameters. */
    @SuppressWarnings("NullAway.Init")
    public HandOverBenchmark() {}

    /** Runs each task once, by its number. */
    private interface Target extends AutoCloseable {
        /** Waits while too many tasks wait. */
        void submit(long number);

        @Override
        void close();
    }

    /** Starts the threads. */
    @Setup
    public void setUp() {
        tokens = Peers.tokens(taskUs);
        target = switch (to) {
            case "injector" -> {
                Injector injector = new Injector();
                ExecutorConfig config = new ExecutorConfig("bench", threads, threads, WhenFull.BLOCK);
                yield new ExecutorTarget(injector.newExecutor(config), null, injector::close);
            }
            case "thread-pool" -> new ExecutorTarget(threadPool(threads), null, () -> {});
            case "fork-join" -> {
                ExecutorService pool =
                        new ForkJoinPool(threads, ForkJoinPool.defaultForkJoinWorkerThreadFactory, null, true);
                yield new ExecutorTarget(pool, new Semaphore(2 * threads), () -> {});
            }
            case "virtual-threads" ->
                new ExecutorTarget(Peers.newVirtualThreads(), new Semaphore(2 * threads), () -> {});
            default -> new StreamTarget();
        };
    }

    /** Its producer waits in the queue itself: no task is dropped, or runs in JMH's thread. */
    private static ExecutorService threadPool(int threads) {
        BlockingQueue<Runnable> queue = new LinkedBlockingQueue<>(threads);
        return new ThreadPoolExecutor(threads, threads, 0, TimeUnit.SECONDS, queue, (task, full) -> {
            try {
                queue.put(task);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new RejectedExecutionException("interrupted", e);
            }
        });
    }

    private void work(long number) {
        if (sleepEvery != 0 && number % sleepEvery == 0) {
            LockSupport.parkNanos(SLEEP_NS);
        } else {
            Blackhole.consumeCPU(tokens);
        }
        lastRun = number;
        ended.increment();
    }

    /** One task, while those before it run. */
    @Benchmark
    @BenchmarkMode(Mode.Throughput)
    @OutputTimeUnit(TimeUnit.SECONDS)
    public void submit() {
        target.submit(++submitted);
    }

    /** From submitting a task after a pause until it has run. */
    @Benchmark
    @BenchmarkMode(Mode.SampleTime)
    @OutputTimeUnit(TimeUnit.MICROSECONDS)
    public void pickUp(Pause pause) {
        submit();
        while (lastRun != submitted) {
            Thread.onSpinWait();
        }
    }

    /** Each task runs exactly once. */
    @TearDown(Level.Iteration)
    public void awaitTasks() {
        Waiting.until(() -> ended.sum() >= submitted, 10_000, () -> "lost: " + submitted + " - " + ended.sum());
        if (ended.sum() != submitted) {
            throw new IllegalStateException("tasks ran twice: submitted=" + submitted + ", ran=" + ended.sum());
        }
    }

    /** Ends the threads. */
    @TearDown
    public void tearDown() {
        target.close();
    }

    /** Before each task. */
    @State(Scope.Thread)
    public static class Pause {
        /** In microseconds; the kernel adds its timer slack. */
        @Param({"200", "10000"})
        public int pauseUs;

        /** Waits. */
        @Setup(Level.Invocation)
        public void pause() {
            LockSupport.parkNanos(1_000L * pauseUs);
        }
    }

    /** An executor, which bounds the waiting tasks itself, or else a semaphore does. */
    private final class ExecutorTarget implements Target {
        private final ExecutorService executor;
        private final @Nullable Semaphore room;
        private final Runnable owner;

        ExecutorTarget(ExecutorService executor, @Nullable Semaphore room, Runnable owner) {
            this.executor = executor;
            this.room = room;
            this.owner = owner;
        }

        @Override
        public void submit(long number) {
            if (room == null) {
                executor.execute(() -> work(number));
                return;
            }
            room.acquireUninterruptibly();
            executor.execute(() -> {
                work(number);
                room.release();
            });
        }

        @Override
        public void close() {
            executor.shutdown();
            Waiting.until(executor::isTerminated, 10_000, () -> "an executor does not end: " + to);
            owner.run();
        }
    }

    /** Messages of 32 bytes, handled by a plain poll loop, or by an unordered dispatch with so many workers. */
    private final class StreamTarget implements Target {
        private static final int PAYLOAD = 32;
        private static final int POLL_LIMIT = 128;
        /** A publisher that has to wait leaves its core to handlers; so does a plain loop that finds nothing. */
        private static final long PAUSE_NS = 20_000;

        private final Path home = SharedMemory.newDirectory("jmh");
        private final MappedBuffer message = MappedBuffer.allocate(PAYLOAD);
        private final MediaDriver driver = MediaDriver.launch(
                DriverConfig.DEFAULT.withDirectory(home.resolve("driver")).withTermLength(64 * 1024));
        private final Tailrace client = Tailrace.connect(driver.directory());
        private final Subscription subscription = client.addSubscription("tasks");
        private final ExclusivePublication publication = client.addExclusivePublication("tasks");
        private final Runnable end;

        StreamTarget() {
            publication.awaitSubscribers(1, Duration.ofSeconds(10));
            FrameHandler handler = (buffer, offset, length, header) -> work(buffer.getLong(offset));
            end = to.equals("plain-poll") ? poll(handler) : dispatch(handler);
        }

        private Runnable poll(FrameHandler handler) {
            Loops loop = new Loops();
            loop.start(() -> {
                if (subscription.poll(handler, POLL_LIMIT) == 0) {
                    LockSupport.parkNanos(PAUSE_NS);
                }
            });
            return () -> loop.close(() -> {});
        }

        private Runnable dispatch(FrameHandler handler) {
            String[] parts = to.split("/", 2);
            Injector injector = new Injector(); // It has no thread unless the executor belongs to it.
            ExecutorService executor =
                    switch (parts.length == 2 ? parts[1] : "") {
                        case "injector" -> injector.newExecutor(ExecutorConfig.of("dispatch", threads));
                        case "pool" -> Executors.newFixedThreadPool(threads);
                        case "virtual" -> Peers.newVirtualThreads();
                        default -> throw new IllegalArgumentException("nothing runs tasks: to=" + to);
                    };
            Runnable close = Dispatch.of(subscription, handler)
                    .unordered()
                    .workers(parts[0].equals("produce-consume") ? 1 : threads)
                    .start(executor)::close;
            return () -> {
                close.run();
                executor.shutdownNow();
                injector.close();
            };
        }

        @Override
        public void submit(long number) {
            message.putLong(0, number);
            while (publication.offer(message, 0, PAYLOAD) < 0) {
                LockSupport.parkNanos(PAUSE_NS);
            }
        }

        @Override
        public void close() {
            end.run();
            client.close();
            driver.close();
            SharedMemory.delete(home);
        }
    }
}
