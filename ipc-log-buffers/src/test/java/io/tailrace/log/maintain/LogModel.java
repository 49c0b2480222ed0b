/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log.maintain;

import static io.tailrace.log.FrameLayout.HEADER_LENGTH;
import static io.tailrace.log.TestLog.LONGEST_FRAME;
import static io.tailrace.log.TestLog.RING_LENGTH;
import static io.tailrace.log.TestLog.TERM_LENGTH;
import static io.tailrace.log.TestLog.subscriber;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.log.JoinAt;
import io.tailrace.log.LogLayout;
import io.tailrace.log.LogMeta;
import io.tailrace.log.TestLog;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * One random sequence: clients that publish, subscribe, stop, close and die, and a driver that keeps the log, learns of
 * deaths some time later, and is replaced now and then. Any step may follow any other.
 */
final class LogModel {
    private static final int MAX_PUBLISHERS = 5;
    private static final int MAX_SUBSCRIBERS = 4;
    private static final int MAX_ROUNDS = 2000;

    /** The possible steps; each sequence of steps has its own mixture of them. */
    private enum Action {
        PUBLISH(400),
        POLL(300),
        CYCLE(200),
        MAINTAIN(150),
        ADD_PUBLISHER(60),
        ADD_SUBSCRIBER(40),
        CLOSE_PUBLISHER(10),
        REMOVE_SUBSCRIBER(10),
        KILL_PUBLISHER(40),
        KILL_SUBSCRIBER(5),
        PROVE_DEATHS(50),
        REPLACE_DRIVER(3);

        private final int weight;

        Action(int weight) {
            this.weight = weight;
        }
    }

    private final TestLog log;
    private final LogMeta meta;
    private final Random random;
    private final boolean exclusive;
    private final ModelMessages messages;
    private final List<ModelPublisher> publishers = new ArrayList<>();
    private final List<ModelPublisher> closing = new ArrayList<>();
    private final List<ModelSubscriber> subscribers = new ArrayList<>();
    private final Set<Long> ended = new HashSet<>();
    private final Set<Long> dying = new HashSet<>();
    private final Set<Long> dead = new HashSet<>();
    private final TreeMap<Integer, Action> actions = new TreeMap<>();
    private int totalWeight;
    private LogMaintenance kept;
    private long nextId = 1;
    private long lastLimit;
    private int delivered;

    LogModel(TestLog log, Random random) {
        this.log = log;
        this.meta = log.meta();
        this.random = random;
        this.exclusive = log.log().constants().kind() == LogLayout.KIND_EXCLUSIVE;
        this.messages = new ModelMessages(log, random.nextBoolean() ? 0 : 1000);
        fillHistory();
        this.kept = TestLog.keep(log.log());
        this.lastLimit = meta.limitAcquire();
        for (Action action : Action.values()) {
            totalWeight += action.weight * (1 << random.nextInt(4));
            actions.put(totalWeight, action);
        }
    }

    /** Random constants for a log that works. */
    static LogMeta.Constants randomConstants(Random random) {
        boolean exclusive = random.nextInt(5) == 0;
        int eighth = TERM_LENGTH / 8;
        long window = (1L + random.nextInt(8)) * eighth;
        long reserve = exclusive ? (3L + random.nextInt(6)) * eighth : (long) random.nextInt(9) * eighth;
        int kind = exclusive ? LogLayout.KIND_EXCLUSIVE : LogLayout.KIND_CONCURRENT;
        return new LogMeta.Constants(1, "model", TERM_LENGTH, kind, window, reserve);
    }

    /** A position to start at: often shortly before the end of a term or of the ring. */
    static long randomStart(Random random) {
        long start = TestLog.STARTS[random.nextInt(TestLog.STARTS.length)] + (long) random.nextInt(3) * TERM_LENGTH;
        return start
                + 8L * (random.nextBoolean() ? random.nextInt(TERM_LENGTH / 8) : TERM_LENGTH / 8 - random.nextInt(200));
    }

    /** As if the log had been running: consumed, and not all of it cleaned; the ring is full of old frames. */
    private void fillHistory() {
        LogMeta.Constants constants = log.log().constants();
        long start = meta.tailAcquire();
        long history = (RING_LENGTH - constants.window() - constants.reserve()) / 8 * random.nextInt(9);
        long position = Math.max(0, start - history / 8 * 8);
        log.startingAt(position);
        while (position < start) {
            int frameLength = (int) Math.min(
                    Math.min(start - position, LONGEST_FRAME), log.log().remaining(position));
            log.commit(position, frameLength - HEADER_LENGTH, 0);
            byte[] message = new byte[frameLength - HEADER_LENGTH];
            log.log().term(position).getBytes(log.log().offset(position) + HEADER_LENGTH, message);
            messages.committed(position, message);
            position += frameLength;
        }
        meta.tailRelease(start);
        meta.limitRelease(start);
    }

    /** {@return the messages that were delivered, to all subscribers together} */
    int run(int steps) {
        addPublisher();
        for (int i = 0; i < steps; i++) {
            step();
        }
        comeToRest();
        end();
        return delivered;
    }

    private void step() {
        take(actions.higherEntry(random.nextInt(totalWeight)).getValue());
        messages.forgetPadded(); // At once: a publisher that cleans may come round to the padding.
    }

    private void take(Action action) {
        switch (action) {
            case PUBLISH -> any(publishers, ModelPublisher::step);
            case POLL -> any(subscribers, subscriber -> delivered += subscriber.poll(1 + random.nextInt(20)));
            case CYCLE -> cycle();
            case MAINTAIN -> any(publishers, ModelPublisher::maintain);
            case ADD_PUBLISHER -> addPublisher();
            case ADD_SUBSCRIBER -> addSubscriber();
            case CLOSE_PUBLISHER -> closeOnePublisher();
            case REMOVE_SUBSCRIBER -> removeOneSubscriber();
            case KILL_PUBLISHER -> killOnePublisher();
            case KILL_SUBSCRIBER -> killOneSubscriber();
            case PROVE_DEATHS -> proveDeaths();
            default -> replaceDriver();
        }
    }

    private <T> void any(List<T> list, Consumer<T> action) {
        if (!list.isEmpty()) {
            action.accept(list.get(random.nextInt(list.size())));
        }
    }

    private void addPublisher() {
        if (publishers.size() >= (exclusive ? 1 : MAX_PUBLISHERS) || (exclusive && nextId > 1)) {
            return;
        }
        long id = nextId++;
        int slot = kept.addPublisher(id, id, id);
        assertTrue(
                slot >= 0 || kept.isEnded() || meta.publishers().acquire(LogLayout.MAX_PUBLISHERS - 1) != 0, "no slot");
        if (slot >= 0) {
            boolean byHand = !exclusive && random.nextInt(3) > 0;
            publishers.add(
                    byHand
                            ? new ModelPublisher.ByHand(id, slot, log.log(), messages, random)
                            : new ModelPublisher.Real(id, slot, log.log(), messages, random));
        }
    }

    private void addSubscriber() {
        if (subscribers.size() < MAX_SUBSCRIBERS && !kept.isEnded()) {
            long id = nextId++;
            int slot = kept.addSubscriber(subscriber(id, id, id), random.nextInt(3) == 0 ? JoinAt.OLDEST : JoinAt.TAIL);
            if (slot == LogMaintenance.NOT_NOW) { // Until the death of the cleaner is proven.
                assertTrue(dying.contains(meta.cleanerAcquire()), "only a dying cleaner may be in the way");
                return;
            }
            subscribers.add(new ModelSubscriber(id, slot, kept.joinPosition(slot), log, messages, random));
        }
    }

    private void killOnePublisher() {
        if (mayGo()) {
            any(publishers, publisher -> {
                publishers.remove(publisher);
                dying.add(publisher.id);
                mayHaveBeenCleaning(publisher.id);
            });
        }
    }

    /** Usually some publisher stays: with the last one the log ends. */
    private boolean mayGo() {
        return publishers.size() > 1 || random.nextInt(4) == 0;
    }

    private void killOneSubscriber() {
        any(subscribers, subscriber -> {
            subscribers.remove(subscriber);
            dying.add(subscriber.id);
            mayHaveBeenCleaning(subscriber.id);
        });
    }

    private void mayHaveBeenCleaning(long registrationId) {
        if (random.nextInt(3) == 0) {
            meta.compareAndSetCleaner(Cleaner.FREE, registrationId);
        }
    }

    private void closeOnePublisher() {
        if (mayGo()) {
            any(publishers, publisher -> {
                publishers.remove(publisher);
                closing.add(publisher);
            });
        }
        goOnClosing();
    }

    private void goOnClosing() {
        closing.removeIf(publisher -> {
            boolean quiet = publisher.close();
            if (quiet) {
                ended.add(publisher.id);
                kept.endPublisher(publisher.id);
            }
            return quiet;
        });
    }

    private void removeOneSubscriber() {
        any(subscribers, subscriber -> {
            subscribers.remove(subscriber);
            kept.removeSubscriber(subscriber.id);
        });
    }

    private void proveDeaths() {
        dying.forEach(kept::clientDied);
        dead.addAll(dying);
        dying.clear();
    }

    /** The old driver dies between two cycles; the new one gets the old one's knowledge. */
    private void replaceDriver() {
        kept = TestLog.keep(log.log());
        dead.forEach(kept::clientDied);
        ended.forEach(kept::endPublisher);
    }

    private void cycle() {
        messages.forgetPadded();
        kept.cycle(this::onDrained);
        messages.forgetPadded();
        long limit = meta.limitAcquire();
        long clean = meta.cleanPositionAcquire();
        long target = meta.cleaningTargetAcquire();
        assertTrue(limit >= lastLimit, "the limit went back");
        assertTrue(clean <= target, () -> "clean=" + clean + ", target=" + target);
        assertTrue(target <= messages.firstOpen(), () -> "target=" + target + ", open=" + messages.firstOpen());
        for (ModelSubscriber subscriber : subscribers) {
            assertTrue(target <= subscriber.position(), () -> "target=" + target + " past " + subscriber);
        }
        assertTrue(
                limit <= clean + RING_LENGTH - log.log().constants().reserve() || limit == lastLimit, "limit too far");
        lastLimit = limit;
    }

    private void onDrained(long registrationId) {
        subscribers.removeIf(subscriber -> {
            boolean found = subscriber.id == registrationId;
            if (found) {
                subscriber.assertHasAll();
            }
            return found;
        });
    }

    /** All clients finish, deaths are proven, everything is read. */
    private void comeToRest() {
        int rounds = 0;
        int calm = 0;
        while (calm < 5) {
            boolean busy = !dying.isEmpty() || !closing.isEmpty();
            proveDeaths();
            for (ModelPublisher publisher : publishers) {
                if (publisher.isBusy()) {
                    publisher.step();
                    busy |= publisher.isBusy();
                }
                publisher.maintain();
            }
            goOnClosing();
            cycle();
            busy |= !exclusive && messages.firstOpen() != LogLayout.NONE; // A dead exclusive owner's log ends there.
            for (ModelSubscriber subscriber : subscribers) {
                int frames = subscriber.poll(1000);
                delivered += frames;
                busy |= frames > 0;
            }
            calm = busy ? 0 : calm + 1;
            assertTrue(++rounds < MAX_ROUNDS, () -> "no rest: " + this);
        }
        assertRest();
    }

    private void assertRest() {
        subscribers.forEach(ModelSubscriber::assertHasAll);
        if (!exclusive) {
            long tail = meta.tailAcquire();
            for (ModelSubscriber subscriber : subscribers) {
                assertEquals(tail, subscriber.position(), subscriber::toString);
            }
            assertTrue(log.isZero(tail, meta.cleanPositionAcquire() + RING_LENGTH), "what is clean is zero");
        }
    }

    /** The last publishers close; every subscriber is released with everything read; nothing is left. */
    private void end() {
        closing.addAll(publishers);
        publishers.clear();
        comeToRest();
        assertTrue(kept.isEnded() && subscribers.isEmpty() && kept.isFinished(), this::toString);
        for (int slot = 0; slot < LogLayout.MAX_PUBLISHERS; slot++) {
            assertEquals(
                    0, meta.publishers().acquire(slot), "all have passed the end of the publisher in slot " + slot);
        }
    }

    int messages() {
        return messages.count();
    }

    @Override
    public String toString() {
        return "exclusive=" + exclusive + ", tail=" + meta.tailAcquire() + ", limit=" + meta.limitAcquire() + ", clean="
                + meta.cleanPositionAcquire() + ", target=" + meta.cleaningTargetAcquire() + ", end="
                + meta.endPositionAcquire() + ", firstOpen=" + messages.firstOpen() + ", waitingFor="
                + kept.waitingFor()
                + ", subscribers=" + subscribers + ", publishers=" + publishers.size() + ", closing=" + closing.size()
                + ", constants=" + log.log().constants();
    }
}
