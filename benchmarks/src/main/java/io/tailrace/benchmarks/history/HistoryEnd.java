/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.history;

import io.tailrace.ExclusivePublication;
import io.tailrace.FrameHandler;
import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.SubscriptionConfig.JoinAt;
import io.tailrace.SubscriptionConfig.Policy;
import io.tailrace.Tailrace;
import io.tailrace.benchmarks.lab.Fork;
import io.tailrace.benchmarks.lab.Fork.Answerer;
import io.tailrace.benchmarks.lab.SharedMemory;
import io.tailrace.benchmarks.lab.Times;
import io.tailrace.benchmarks.lab.Waiting;
import io.tailrace.benchmarks.peer.Library;
import io.tailrace.driver.DriverConfig;
import io.tailrace.driver.MediaDriver;
import io.tailrace.history.History;
import io.tailrace.history.HistoryConfig;
import io.tailrace.history.HistoryConfig.Sync;
import io.tailrace.history.segment.LogHistory;
import io.tailrace.history.segment.StreamHistory;
import io.tailrace.memory.MappedBuffer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** The process of a candidate: answers the name of a cell with the figures of one measurement. */
final class HistoryEnd implements Answerer {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int LIMIT = Library.Receiver.LIMIT;
    /**
     * At a rate the publisher sleeps between messages, so it takes no core from others, but not for shorter times than
     * this.
     */
    private static final long SHORTEST_SLEEP_NS = 100_000;

    private final String candidate;
    private final Path disk;
    private final Path memory;
    private final long megabytes;
    private int rigs;
    private volatile long received;
    private Histogram delays = Times.newHistogram();
    /** The history that is read repeatedly. */
    private @Nullable Rig kept;

    /** Arguments: the candidate, a directory on disk, one in shared memory, the amount to write, in MiB. */
    HistoryEnd(List<String> arguments) throws IOException {
        candidate = arguments.get(0);
        disk = Path.of(arguments.get(1));
        memory = Path.of(arguments.get(2));
        megabytes = Long.parseLong(arguments.get(3));
        Files.createDirectories(disk);
        Files.createDirectories(memory);
    }

    @Override
    public Map<String, ?> answer(List<String> command) {
        return switch (command.get(0)) {
            case "copy-1024", "copy-1024-synced" -> is("dd", "dd-fdatasync") ? dd() : carry(false, 0, 1);
            case "append-1024" -> carry(true, 0, 1);
            case "tail-10000" -> carry(true, SHORTEST_SLEEP_NS, 1);
            case "offer-500000" -> carry(!is("historian"), SHORTEST_SLEEP_NS / 5, 10);
            case "replay-1024" -> replay(1024, megabytes << 10);
            case "replay-32" -> replay(32, megabytes << 14);
            default -> join();
        };
    }

    private boolean is(String... names) {
        return List.of(names).contains(candidate);
    }

    /** A driver, a publisher, and a historian if one is wanted, with files that are deleted on close. */
    private final class Rig implements Library {
        private final String name = Integer.toString(rigs++);
        private final MediaDriver driver = MediaDriver.launch(DriverConfig.DEFAULT.withDirectory(memory.resolve(name)));
        private final Tailrace tailrace = Tailrace.connect(driver.directory());
        private final ExclusivePublication publication = tailrace.addExclusivePublication(name);
        private final Waiting.Loops loops = new Waiting.Loops();
        private final @Nullable History historian;

        Rig() {
            Sync sync = is("sync-interval") ? new Sync.Interval(Duration.ofSeconds(1)) : new Sync.None();
            HistoryConfig config = HistoryConfig.of(disk.resolve(name), driver.directory(), name);
            historian = is("subscriber") ? null : History.launch(config.withSync(sync));
        }

        Subscription subscribe(JoinAt joinAt) {
            Policy policy = is("catch-up") ? Policy.CATCH_UP : Policy.BLOCK;
            return tailrace.addSubscription(
                    name, SubscriptionConfig.DEFAULT.withPolicy(policy).withJoinAt(joinAt));
        }

        /** Spins if it should have its own core, else sleeps while there is nothing. */
        @Override
        public Receiver receiver(int stream, Inbox inbox, boolean spins) {
            Subscription subscription = subscribe(JoinAt.TAIL);
            FrameHandler handler = handler(inbox);
            return spins
                    ? limit -> subscription.poll(handler, limit)
                    : limit -> subscription.poll(handler, limit, Duration.ofMillis(100));
        }

        /** It waits for space. */
        @Override
        public Sender sender(int stream) {
            MappedBuffer message = MappedBuffer.allocate(Sender.MAX_LENGTH);
            return (value, count, length) -> {
                message.putLong(0, value);
                return publication.offer(message, 0, length, PATIENCE) > 0;
            };
        }

        /** Waits until history has all messages that were sent. */
        void awaitKept() {
            Path log = StreamHistory.of(disk.resolve(name), name).log(publication.logId());
            Waiting.until(
                    () -> {
                        try {
                            return LogHistory.open(log).endPosition() >= publication.position();
                        } catch (IOException e) {
                            return false; // Nothing yet.
                        }
                    },
                    PATIENCE.toMillis(),
                    () -> "not kept: log=" + log);
        }

        @Override
        public void close() {
            loops.close(() -> {});
            if (historian != null) {
                historian.close();
            }
            tailrace.close();
            driver.close();
            SharedMemory.delete(disk.resolve(name));
        }
    }

    private static Map<String, Object> rate(long messages, int length, long startNs) {
        double ns = System.nanoTime() - startNs;
        return new TreeMap<>(Map.of("rate", messages * 1e9 / ns, "gbps", messages * length / ns));
    }

    private Map<String, Object> dd() {
        Path file = disk.resolve("dd");
        String how = is("dd") ? "conv=notrunc" : "conv=fdatasync";
        long startNs = System.nanoTime();
        Fork.output("dd", "if=/dev/zero", "of=" + file, "bs=1M", "count=" + megabytes, how);
        Map<String, Object> rate = rate(megabytes << 10, 1024, startNs);
        SharedMemory.delete(file);
        return rate;
    }

    private void take(long number) {
        if (number != received) {
            throw new IllegalStateException("lost, repeated or out of order: number=" + number + ", next=" + received);
        }
        received = number + 1;
    }

    private void takeTime(long sentNs) {
        Times.record(delays, System.nanoTime() - sentNs);
        long before = received; // One thread writes.
        received = before + 1;
    }

    private static FrameHandler handler(Library.Inbox inbox) {
        return (buffer, offset, length, header) -> inbox.take(buffer.getLong(offset));
    }

    /**
     * Sends, and waits until all messages are received and kept.
     *
     * @param periodNs of a batch; 0: as fast as it can
     */
    private Map<String, Object> carry(boolean tails, long periodNs, int batch) {
        long messages = periodNs == 0 ? megabytes << 10 : 20L * batch * megabytes;
        boolean measuresDelays = periodNs == SHORTEST_SLEEP_NS;
        Path files = disk.resolve("queue-" + rigs);
        received = 0;
        delays = Times.newHistogram();
        try (Library library = is("chronicle") ? new ChronicleLibrary(files) : new Rig()) {
            Library.Inbox inbox = measuresDelays ? this::takeTime : this::take;
            Waiting.Loops loops = new Waiting.Loops();
            if (tails) {
                Library.Receiver receiver = library.receiver(1, inbox, measuresDelays || is("subscriber"));
                loops.start(() -> receiver.poll(LIMIT));
            }
            Library.Sender sender = library.sender(1);
            long offeringNs = 0;
            long startNs = System.nanoTime();
            for (long number = 0; number < messages; ) {
                long nowNs = awaitDue(startNs + number / batch * periodNs);
                for (int i = 0; i < batch; i++) {
                    sender.send(measuresDelays ? nowNs : number, 1, 1024);
                    number++;
                }
                offeringNs += System.nanoTime() - nowNs;
            }
            if (library instanceof Rig rig && rig.historian != null) {
                rig.awaitKept();
            }
            Waiting.until(() -> !tails || received == messages, 60_000, () -> "received=" + received);
            Map<String, Object> figures = rate(messages, 1024, startNs);
            loops.close(() -> {});
            figures.put("offers", messages * 1e9 / offeringNs);
            figures.put("us", delays.getValueAtPercentile(99) / 1e3);
            return figures;
        } finally {
            SharedMemory.delete(files);
        }
    }

    /** {@return the time, once that is due} */
    private static long awaitDue(long dueNs) {
        long nowNs = System.nanoTime();
        while (nowNs < dueNs) {
            if (dueNs - nowNs > SHORTEST_SLEEP_NS / 4) {
                LockSupport.parkNanos(dueNs - nowNs);
            }
            nowNs = System.nanoTime();
        }
        return nowNs;
    }

    private Map<String, Object> replay(int length, long messages) {
        Rig rig = kept;
        if (rig == null) {
            rig = new Rig();
            kept = rig;
            Library.Sender sender = rig.sender(1);
            for (long number = 0; number < messages; number++) {
                sender.send(number, 1, length);
            }
            rig.awaitKept();
        }
        received = 0;
        FrameHandler handler = handler(this::take);
        long startNs = System.nanoTime();
        try (Subscription subscription = rig.subscribe(JoinAt.BEGINNING)) {
            while (received < messages) {
                subscription.poll(handler, LIMIT);
            }
            return rate(messages, length, startNs);
        }
    }

    private Map<String, Object> join() {
        try (Rig rig = new Rig()) {
            Library.Sender sender = rig.sender(1);
            for (long number = 0; number < 1_000 * megabytes; number++) {
                sender.send(number, 1, 32);
            }
            long[] longestOfferNs = {0};
            long[] dueNs = {System.nanoTime()};
            rig.loops.start(() -> {
                long beganNs = awaitDue(dueNs[0]);
                dueNs[0] += SHORTEST_SLEEP_NS;
                sender.send(0, 1, 32);
                longestOfferNs[0] = Math.max(longestOfferNs[0], System.nanoTime() - beganNs);
            });
            Waiting.sleep(500);
            longestOfferNs[0] = 0;
            JoinAt joinAt = is("from-tail") ? JoinAt.TAIL : JoinAt.BEGINNING;
            try (Subscription subscription = rig.subscribe(joinAt)) {
                return Map.of("us", longestGapNs(subscription) / 1e3, "publisherUs", longestOfferNs[0] / 1e3);
            }
        }
    }

    /** {@return the longest time between two messages, from the first one until a second after it was live} */
    private static long longestGapNs(Subscription subscription) {
        long[] lastNs = {0};
        long[] longestNs = {0};
        FrameHandler handler = (buffer, offset, length, header) -> {
            long nowNs = System.nanoTime();
            longestNs[0] = Math.max(longestNs[0], lastNs[0] == 0 ? 0 : nowNs - lastNs[0]);
            lastNs[0] = nowNs;
        };
        long liveNs = 0;
        while (liveNs == 0 || System.nanoTime() - liveNs < 1_000_000_000) {
            subscription.poll(handler, LIMIT);
            liveNs = liveNs == 0 && lastNs[0] != 0 && subscription.isLive() ? System.nanoTime() : liveNs;
        }
        return longestNs[0];
    }

    @Override
    public void close() {
        if (kept != null) {
            kept.close();
        }
        SharedMemory.delete(disk);
    }
}
