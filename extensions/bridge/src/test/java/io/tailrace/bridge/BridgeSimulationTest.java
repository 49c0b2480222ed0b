/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.bridge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.ExclusivePublication;
import io.tailrace.Header;
import io.tailrace.PublicationConfig;
import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.SubscriptionConfig.JoinAt;
import io.tailrace.SubscriptionConfig.Policy;
import io.tailrace.history.History;
import io.tailrace.history.HistoryConfig;
import io.tailrace.history.HistoryConfig.KeepLimits;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.testing.Seeds;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.BooleanSupplier;
import org.agrona.DirectBuffer;
import org.junit.jupiter.api.Test;

/**
 * A link whose ends are worked by hand, in one thread, and are killed, ended, and started again between any two steps,
 * while logs begin, fill up and end. On the receiving host a historian keeps the last segments, a named reader catches
 * up, and both come and go. Each message of each log arrives once, in order and at its position, at a subscriber and at
 * that reader, and every publisher can go on. {@code -Dtailrace.test.seeds=…} sets the number of seeds; the default is
 * 1, or 5 with {@code tailrace.test.rounds} at 100 per cent.
 */
final class BridgeSimulationTest extends SteppedLink {
    private static final int SEEDS =
            Integer.getInteger("tailrace.test.seeds", Math.max(1, Integer.getInteger("tailrace.test.rounds", 10) / 20));
    private static final int STEPS = 100;
    private static final int MOST_LOGS = 12;
    private static final long SEED = Seeds.of(BridgeSimulationTest.class);

    private Random random;
    private final List<Source> sources = new ArrayList<>();
    private final Map<Long, Source> ofLog = new HashMap<>();
    private final List<String> deeds = new ArrayList<>();
    private Past past;
    private int carried;

    @Test
    void everyMessageArrivesOnceAndInOrderWhateverEndIsKilled() throws IOException {
        for (int round = 0; round < SEEDS; round++) {
            random = new Random(SEED + round);
            stream = "orders" + round;
            sources.clear();
            deeds.clear();
            deeds.add("seed=" + (SEED + round));
            past = new Past();
            try (Subscription there = b.addSubscription(stream, OLDEST)) {
                for (int step = 0; step < STEPS; step++) {
                    act(there);
                }
                finish(there);
            } finally {
                sources.stream().filter(source -> !source.ended).forEach(Source::end);
                stop();
                past.close();
            }
        }
        assertTrue(carried >= SEEDS, () -> "nothing was cut while it carried messages: " + carried);
    }

    private void act(Subscription there) throws IOException {
        int dice = random.nextInt(100);
        if (dice < 3 && sources.size() < MOST_LOGS) {
            Source source = new Source();
            sources.add(source);
            ofLog.put(source.publication.logId(), source);
            deeds.add("log " + source.publication.logId());
        } else if (dice < 5) {
            living().stream().skip(random.nextInt(3)).findFirst().ifPresent(source -> {
                deeds.add("end of " + source);
                source.end();
            });
        } else if (dice < 13) {
            if (random.nextInt(4) > 0) {
                carry(there);
            }
            disturb(dice);
        } else if (dice < 16) {
            past.disturb();
        } else if (dice < 40) {
            List<Source> living = living();
            for (int i = random.nextInt(60); i > 0 && !living.isEmpty(); i--) {
                living.get(random.nextInt(living.size())).offer();
            }
        } else if (dice < 55) {
            poll(there, random.nextInt(100));
        } else {
            long untilNs = System.nanoTime() + random.nextInt(10_000_000);
            do {
                work();
            } while (System.nanoTime() - untilNs < 0);
        }
    }

    private List<Source> living() {
        return sources.stream().filter(source -> !source.ended).toList();
    }

    /** The link carries messages of a log, and more are under way when this ends. */
    private void carry(Subscription there) throws IOException {
        sender = sender == null ? new Sender() : sender;
        receiver = receiver == null ? new Receiver() : receiver;
        past.keep(); // Without a historian its name soon holds the publishers back.
        List<Source> living = living();
        if (living.isEmpty()) {
            return;
        }
        Source source = living.get(random.nextInt(living.size()));
        int enough = source.received + 1 + random.nextInt(50);
        await(there, () -> {
            source.offer();
            return source.received >= enough;
        });
        carried++;
        for (int i = random.nextInt(40); i > 0; i--) {
            source.offer();
        }
        for (int i = random.nextInt(20); i > 0; i--) {
            sender.loop.step();
        }
    }

    private void disturb(int dice) throws IOException {
        boolean isKill = random.nextBoolean();
        if (dice < 8) {
            deeds.add("sender " + (sender == null ? "begins" : isKill ? "killed" : "ends"));
            if (sender == null) {
                sender = new Sender();
            } else {
                stopSender(isKill);
            }
        } else if (dice < 11) {
            deeds.add("receiver " + (receiver == null ? "begins" : isKill ? "killed" : "ends"));
            if (receiver == null) {
                receiver = new Receiver();
            } else {
                stopReceiver(isKill);
            }
        } else if (dice == 11 && sender != null) {
            deeds.add("sender's Aeron closed");
            sender.aeron.close();
        } else if (receiver != null) {
            deeds.add("receiver's Aeron closed");
            receiver.aeron.close();
        }
    }

    private void poll(Subscription there, int limit) {
        there.poll(this::onMessage, limit);
        past.poll(limit);
    }

    private void onMessage(DirectBuffer buffer, int offset, int length, Header header) {
        Source source = ofLog.get(header.image().origin().logId());
        assertEquals(source.received, buffer.getLong(offset), () -> source + ", " + deeds);
        assertEquals(source.positions.get(source.received), header.endPosition(), () -> source + ", " + deeds);
        source.received++;
    }

    /** Each living log takes more than it can hold, and then all logs end and arrive. */
    private void finish(Subscription there) throws IOException {
        sender = sender == null ? new Sender() : sender;
        receiver = receiver == null ? new Receiver() : receiver;
        past.keep();
        past.read();
        for (Source source : living()) {
            long enough = source.publication.position() + 8L * TERM_LENGTH;
            await(there, () -> {
                source.offer();
                return source.publication.position() > enough;
            });
        }
        living().forEach(Source::end);
        await(there, () -> sources.stream().allMatch(Source::hasArrived));
        assertTrue(errors.stream().noneMatch(e -> e.contains("refused") || e.contains("past: ")), errors::toString);
    }

    private void await(Subscription there, BooleanSupplier isDone) {
        long endNs = System.nanoTime() + PATIENCE.toNanos();
        while (!isDone.getAsBoolean()) {
            assertTrue(System.nanoTime() - endNs < 0, () -> sources + ", " + deeds + ", " + errors);
            work();
            poll(there, 100);
        }
    }

    /** A log, and what of it has arrived. */
    private final class Source {
        private final ExclusivePublication publication =
                a.addExclusivePublication(stream, PublicationConfig.DEFAULT.withTermLength(TERM_LENGTH));
        private final List<Long> positions = new ArrayList<>();
        private final int number = sources.size();
        private int received;
        private int caughtUp;
        private boolean ended;

        boolean offer() {
            MappedBuffer message = MappedBuffer.allocate(16 + random.nextInt(random.nextInt(8) == 0 ? 8_000 : 300));
            message.putLong(0, positions.size());
            message.putLong(Long.BYTES, number);
            long position = publication.offer(message, 0, message.capacity());
            if (position > 0) {
                positions.add(position);
            }
            return position > 0;
        }

        void end() {
            ended = true;
            publication.close();
        }

        boolean hasArrived() {
            return received == positions.size() && caughtUp == positions.size();
        }

        @Override
        public String toString() {
            return publication.logId() + (ended ? " (ended)" : "") + ": " + received + " and " + caughtUp + " of "
                    + positions.size();
        }
    }

    /** On the receiving host: a historian that keeps what its limits and the named reader ask for, and that reader. */
    private final class Past {
        private final HistoryConfig config = HistoryConfig.of(folder.resolve(stream), folder.resolve("b"), stream)
                .withSegmentLength(TERM_LENGTH)
                .withKeep(new KeepLimits(Long.MAX_VALUE, Duration.ofDays(1), 4))
                .withErrorHandler(e -> errors.add("past: " + e));
        private History historian = History.launch(config);
        private Subscription reader;

        Past() {
            read(); // From now on nothing that it needs is purged.
        }

        void disturb() {
            boolean isHistorian = random.nextBoolean();
            deeds.add((isHistorian ? "historian" : "reader") + " comes or goes");
            if (!isHistorian && reader == null) {
                read();
            } else if (!isHistorian) {
                reader.close();
                reader = null;
            } else if (historian == null) {
                keep();
            } else {
                historian.close();
                historian = null;
            }
        }

        void keep() {
            historian = historian == null ? History.launch(config) : historian;
        }

        void read() {
            SubscriptionConfig named = OLDEST.withPolicy(Policy.CATCH_UP)
                    .withJoinAt(JoinAt.BEGINNING)
                    .withName("audit", Duration.ofMinutes(1))
                    .withOverrunHandler((image, from, to) -> errors.add("past: lost from " + from + " to " + to));
            reader = reader == null ? b.addSubscription(stream, named) : reader;
        }

        void poll(int limit) {
            if (reader != null) {
                reader.poll(this::onMessage, limit);
            }
        }

        private void onMessage(DirectBuffer buffer, int offset, int length, Header header) {
            Source source = sources.get((int) buffer.getLong(offset + Long.BYTES));
            assertEquals(source.caughtUp, buffer.getLong(offset), () -> "caught up: " + source + ", " + deeds);
            assertEquals(source.positions.get(source.caughtUp), header.endPosition(), () -> source + ", " + deeds);
            source.caughtUp++;
        }

        void close() {
            if (reader != null) {
                reader.close();
            }
            if (historian != null) {
                historian.close();
            }
        }
    }
}
