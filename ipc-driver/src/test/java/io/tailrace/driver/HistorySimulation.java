/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.Header;
import io.tailrace.Image;
import io.tailrace.NoDriverException;
import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.SubscriptionConfig.JoinAt;
import io.tailrace.SubscriptionConfig.Policy;
import io.tailrace.control.DriverDirectory;
import io.tailrace.driver.SimulatedLog.Message;
import io.tailrace.history.SimulatedHistorian;
import io.tailrace.history.replay.HistoryNotes;
import io.tailrace.history.segment.BlockClock;
import io.tailrace.history.segment.LogHistory;
import io.tailrace.history.segment.Purge;
import io.tailrace.history.segment.StreamHistory;
import io.tailrace.system.FaultPoints;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.agrona.DirectBuffer;
import org.agrona.IoUtil;

/**
 * A driver, publishers, a historian and readers of both log and history, in one thread and in random order; at points
 * of the code that one of them reaches, another one works. All of them die there and in between, and are started again;
 * readers come back by name; the host restarts; history is purged, at times with a clock that is wrong by a day. Every
 * reader gets every message once and in order, and learns exactly what was purged before it got there; messages that a
 * name needs are never purged. Only a reader that policy EVICT has evicted loses more, and learns what. If it dies
 * inside a poll, the messages of that poll may come again.
 */
final class HistorySimulation extends Simulation {
    private static final String STREAM = "quotes";
    private static final int MAX_PUBLICATIONS = 3;
    private static final int MAX_READERS = 4;
    private static final int MAX_LONG_TIMES = 4;
    private static final long DAY_MS = Duration.ofDays(1).toMillis();
    private static final Duration EVICT_AFTER = Duration.ofMillis(100);
    private static final List<String> NAMES = List.of("risk", "audit");
    private static final List<Policy> POLICIES = List.of(Policy.CATCH_UP, Policy.CATCH_UP, Policy.BLOCK, Policy.EVICT);

    /** A subscription over history and log; one with a name outlives its clients. */
    private final class Reader {
        private final String name;
        private final Policy policy;
        private final JoinAt joinAt;
        /** By log: the end of the last message that was handled, or of the last reported loss. */
        private final Map<Long, Long> positions = new HashMap<>();
        /**
         * By log: before this position it may find nothing. Messages that a name needs are not purged once the name
         * exists.
         */
        private Map<Long, Long> gone;

        /** By log: where the last poll ended that delivered something of it, and in which it did not die. */
        private final Map<Long, Long> completed = new HashMap<>();

        private boolean hasDied;

        private SimulatedClient client;

        private Subscription subscription;
        private boolean wasLive;
        private boolean wasGating;

        private Reader(String name, Policy policy, JoinAt joinAt) {
            this.name = name;
            this.policy = policy;
            this.joinAt = joinAt;
            this.gone = purgedTo;
        }

        private boolean isOpen() {
            return subscription != null;
        }

        private SubscriptionConfig config() {
            SubscriptionConfig config = SubscriptionConfig.DEFAULT
                    .withEviction(EVICT_AFTER)
                    .withPolicy(policy)
                    .withJoinAt(joinAt)
                    .withOverrunHandler(this::onOverrun);
            return name == null ? config : config.withName(name, Duration.ofMinutes(5));
        }

        private void open() {
            SimulatedClient connected = connect();
            busy.add(connected);
            try {
                Subscription added = connected.tailrace().addSubscription(STREAM, config());
                client = connected;
                subscription = added;
                gone = name == null || gone != purgedTo ? gone : Map.copyOf(purgedTo);
                wasLive = false;
                wasGating = false;
            } catch (NoDriverException e) {
                drop(connected);
            } finally {
                busy.remove(connected);
            }
        }

        private void poll(int limit) {
            Map<Long, Long> before = Map.copyOf(positions);
            try {
                interleave(this, true, () -> subscription.poll(this::onFrame, limit));
            } catch (Death e) {
                count("reader deaths");
                hasDied = true;
                die();
                return;
            }
            positions.entrySet().stream()
                    .filter(log -> !log.getValue().equals(before.get(log.getKey())))
                    .forEach(log -> completed.put(log.getKey(), log.getValue()));
            boolean isLive = subscription.isLive();
            boolean isGating = subscription.images().stream().anyMatch(Image::isGating);
            count("departures", wasLive && !isLive ? 1 : 0);
            count("gatings", policy == Policy.BLOCK && isGating && !wasGating ? 1 : 0);
            wasLive = isLive;
            wasGating |= isGating;
        }

        private void onFrame(DirectBuffer buffer, int offset, int length, Header header) {
            SimulatedLog log = log(header.image().logId());
            if (buffer.getLong(offset) == underWay) {
                log.add(new Message(underWay, length, SimulatedLog.end(header.position(), length)));
            }
            Long before = positionBefore(log, header.position());
            long position = before == null ? begin(log, header.position()) : before;
            Message message = log.behind(position);
            assertNotNull(message, () -> "a message that was never accepted, at " + header.position() + ": " + this);
            assertEquals(message.position(), header.position(), () -> "position of " + message + ": " + this);
            assertEquals(message.length(), length, () -> "length of " + message + ": " + this);
            assertEquals(message.number(), buffer.getLong(offset), () -> "number of " + message + ": " + this);
            assertEquals(message.number(), buffer.getLong(offset + length - Long.BYTES), () -> "end of " + message);
            positions.put(log.id(), message.endPosition());
            count("delivered");
        }

        /** {@return the end of the last message; an earlier one if it died in a poll, and that poll is repeated} */
        private Long positionBefore(SimulatedLog log, long position) {
            Long before = positions.get(log.id());
            if (before == null || position >= before) {
                return before;
            }
            boolean mayRepeat = hasDied && position >= completed.getOrDefault(log.id(), 0L);
            count("repeated", mayRepeat ? 1 : 0);
            return mayRepeat ? Long.valueOf(position) : before;
        }

        /** {@return where it begins} Earlier messages were purged, or are older than requested. */
        private long begin(SimulatedLog log, long position) {
            long latest = joinAt.kind() == JoinAt.Kind.TIME ? positionAt(log, joinAt) : firstThere(log);
            boolean isAnyThere = log.behind(gone.getOrDefault(log.id(), 0L)) != null;
            assertTrue(
                    !isAnyThere || position <= Math.max(latest, firstThere(log)),
                    () -> "begins too late: log=" + log.id() + ", at=" + position + ", latest=" + latest + ": " + this);
            return position;
        }

        /** {@return the beginning of the first message that is not purged} */
        private long firstThere(SimulatedLog log) {
            Message first = log.behind(gone.getOrDefault(log.id(), 0L));
            return first == null ? log.end() : first.position();
        }

        private void onOverrun(Image image, long from, long to) {
            SimulatedLog log = log(image.logId());
            Long before = positions.get(log.id());
            Message next = log.behind(before == null ? begin(log, from) : before);
            assertTrue(
                    next == null || next.position() >= from,
                    () -> next + " is lost without a report: from=" + from + ": " + this);
            count("evicted", policy == Policy.EVICT ? 1 : 0);
            Message kept = log.behind(gone.getOrDefault(log.id(), 0L));
            assertTrue(
                    kept == null || to <= kept.position() || (policy == Policy.EVICT && !image.isGating()),
                    () -> "a loss of kept messages is reported: log=" + log.id() + ", from=" + from + ", to=" + to
                            + ", first=" + firstThere(log) + ": " + this);
            positions.put(log.id(), to);
            count("losses told");
        }

        private void die() {
            drop(client);
            subscription = null;
            if (name == null) {
                readers.remove(this);
            }
        }

        private void close(boolean dies) {
            if (dies) {
                die();
            } else {
                clients.remove(client); // Its conductor works while it closes.
                subscription.close();
                client.tailrace().close();
                subscription = null;
            }
        }

        private boolean hasAll() {
            return missing().isEmpty();
        }

        private List<Message> missing() {
            List<Message> missing = new ArrayList<>();
            for (SimulatedLog log : logs.values()) {
                long start = joinAt.kind() == JoinAt.Kind.TIME ? positionAt(log, joinAt) : 0;
                Message next = log.behind(positions.getOrDefault(log.id(), Math.max(firstThere(log), start)));
                if (next != null) {
                    missing.add(next);
                }
            }
            return missing;
        }

        @Override
        public String toString() {
            return "name=" + name + ", policy=" + policy + ", joinAt=" + joinAt + ", positions=" + positions + ", open="
                    + isOpen() + ", live=" + (isOpen() && subscription.isLive());
        }
    }

    /** The process that polls is dead: thrown at a point of the code, and at all later ones. */
    private static final class Death extends Error {
        private static final long serialVersionUID = 1;
    }

    private final Path historyDirectory;
    /** The processes that work now, outermost first: each does one thing at a time. */
    private final List<Object> busy = new ArrayList<>();

    private final StreamHistory history;
    private final Map<Long, SimulatedLog> logs = new TreeMap<>();
    private final Map<Long, Long> purgedTo = new HashMap<>();
    /** By number: when a message was offered. */
    private final List<Long> offeredMs = new ArrayList<>();

    private final List<Reader> readers = new ArrayList<>();
    private final Set<String> names = new HashSet<>();
    private final List<Publication> publications = new ArrayList<>();
    private boolean ending;
    private SimulatedClient publisher;
    private SimulatedHistorian historian;
    private SimulatedClient historiansClient;
    private int longTimes;
    private int pointsToOther;
    private int pointsToDeath;
    /** The number of the message that is being offered: a reader may have it before its publisher knows. */
    private long underWay = -1;

    HistorySimulation(Path parent, long seed) throws IOException {
        super(parent.resolve("driver"), seed);
        this.historyDirectory = parent.resolve("history");
        this.history = StreamHistory.of(historyDirectory, STREAM);
        Files.createDirectories(historyDirectory);
        boot(0);
    }

    /** Begins in an empty directory. */
    private void boot(long startNs) throws IOException {
        launch(startNs);
        HistoryNotes.write(new DriverDirectory(directory), new HistoryNotes.Note(historyDirectory, List.of(STREAM)));
        publisher = connect();
        startHistorian();
        addPublication();
    }

    @Override
    void launch(long startNs) {
        super.launch(startNs);
        driver.meanwhile(this::onDriversPoint);
        if (ending) {
            driver.calm();
        }
    }

    /** {@return what has happened} */
    Map<String, Long> run(int operations) throws Exception {
        for (int i = 0; i < operations; i++) {
            operate();
            for (int steps = random.nextInt(6); steps > 0; steps--) {
                step();
            }
        }
        ending = true;
        driver.calm();
        until("all processes are back", this::areAllBack);
        until("every message is delivered", () -> {
            driver.passTime();
            stepHistorian(false);
            areAllBack();
            List.copyOf(readers).stream().filter(Reader::isOpen).forEach(reader -> reader.poll(50));
            return readers.stream().allMatch(reader -> reader.isOpen() && reader.hasAll());
        });
        errors.removeIf(error -> error.getMessage().contains("a subscriber was evicted"));
        assertEquals(List.of(), errors);
        count("logs", logs.size());
        return counts;
    }

    private boolean areAllBack() {
        driver.passTime();
        if (driverDead) {
            restart();
        }
        if (historian == null) {
            startHistorian();
        }
        readers.stream().filter(reader -> !reader.isOpen()).toList().forEach(this::comeBack);
        return !driverDead && historian != null && readers.stream().allMatch(Reader::isOpen);
    }

    private void operate() throws Exception {
        int operation = random.nextInt(100);
        if (operation < 35) {
            flood();
        } else if (operation < 60) {
            stepHistorian(true);
        } else if (operation < 85) {
            ifAny(readers.stream().filter(Reader::isOpen).toList(), reader -> reader.poll(1 + random.nextInt(200)));
        } else if (operation < 88) {
            addPublication();
        } else if (operation < 90) {
            leave();
        } else if (operation < 94) {
            addReader();
        } else if (operation < 96) {
            ifAny(readers, this::closeOrComeBack);
        } else if (operation < 97) {
            purge();
        } else if (operation < 98) {
            if (historian == null) {
                startHistorian();
            } else {
                killHistorian();
            }
        } else if (driverDead) {
            restart();
        } else if (operation < 99) {
            killDriver();
        } else {
            passTime();
        }
    }

    private void passTime() throws IOException {
        int which = random.nextInt(8);
        if (which == 0 && longTimes++ < MAX_LONG_TIMES) {
            driver.passLongTime(); // Ended logs go, and names stay.
        } else if (which == 1) {
            reboot();
        } else {
            driver.passTime();
        }
    }

    /** All publications of the process end, by its death or one by one. */
    private void leave() {
        if (busy.contains(publications) || random.nextInt(3) > 0) {
            removePublication();
        } else {
            drop(publisher);
            publications.clear();
            publisher = connect();
        }
    }

    /** Does something for a process; at a point of the code that it reaches, another one may work, or it may die. */
    private void interleave(Object who, boolean mayDie, Runnable work) {
        if (!busy.isEmpty() || ending || random.nextInt(3) != 0) {
            busy.add(who);
            try {
                work.run();
            } finally {
                busy.remove(busy.size() - 1);
            }
            return;
        }
        pointsToOther = 1 + random.nextInt(8);
        pointsToDeath = mayDie && random.nextInt(10) == 0 ? 1 + random.nextInt(8) : Integer.MAX_VALUE;
        busy.add(who);
        Consumer<String> before = FaultPoints.listen(point -> {
            if (--pointsToDeath <= 0) {
                throw new Death();
            }
            if (--pointsToOther == 0) {
                operateMeanwhile(point);
            }
        });
        try {
            work.run();
        } finally {
            FaultPoints.listen(before);
            busy.remove(busy.size() - 1);
        }
    }

    /** The driver is in the middle of a step: others may do all that needs no answer of it. */
    private void onDriversPoint(String point) {
        if (busy.isEmpty() && !ending && random.nextInt(30) == 0) {
            busy.add(driver);
            operateMeanwhile(point);
            busy.remove(busy.size() - 1);
        }
    }

    /** Another process works while one stands at a point: its own points do not count. */
    private void operateMeanwhile(String point) {
        Consumer<String> before = FaultPoints.listen(null);
        count("meanwhiles");
        try {
            int operation = random.nextInt(10);
            boolean hasDriver = !busy.contains(driver);
            boolean cleans = point.startsWith("place.") || point.startsWith("cleaning.");
            if (operation < 3 && hasDriver && !cleans) { // A join waits for a cleaner, which would not go on meanwhile.
                addReader();
            } else if (operation < 4 && hasDriver && !driverDead) {
                killDriver();
            } else if (operation < 5) {
                purge();
            } else if (operation < 7) {
                flood();
            } else if (operation < 8) {
                stepHistorian(false);
            } else {
                ifAny(readers.stream().filter(this::mayPoll).toList(), reader -> reader.poll(1 + random.nextInt(200)));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (RuntimeException | Error e) { // The code at the point may take it for its own.
            errors.add(e);
            throw e;
        } finally {
            FaultPoints.listen(before);
        }
    }

    private boolean mayPoll(Reader reader) {
        return reader.isOpen() && !busy.contains(reader);
    }

    /** Publishes as many messages as a window takes, short and long ones. */
    private void flood() {
        if (busy.contains(publications)) {
            return;
        }
        ifAny(
                List.copyOf(publications),
                publication -> interleave(publications, false, () -> {
                    int length =
                            16 + random.nextInt(random.nextInt(4) == 0 ? Rig.MAX_MESSAGE_LENGTH - 24 : 400) / 8 * 8;
                    for (int count = random.nextInt(100); count > 0; count--) {
                        long number = offeredMs.size();
                        buffer.putLong(length - Long.BYTES, number);
                        buffer.putLong(0, number);
                        underWay = number;
                        offeredMs.add(System.currentTimeMillis()); // Before a historian may copy it.
                        long position = publication.offer(buffer, 0, length);
                        underWay = -1;
                        if (position <= 0) {
                            offeredMs.remove((int) number);
                            step();
                            continue;
                        }
                        log(publication.logId()).add(new Message(number, length, position));
                    }
                }));
    }

    /** {@return the beginning of the first message offered at or after a time; the end if there is none} */
    private long positionAt(SimulatedLog log, JoinAt joinAt) {
        long position = 0;
        for (Message next = log.behind(0); next != null; next = log.behind(position)) {
            if (offeredMs.get((int) next.number()) >= joinAt.position()) {
                return next.position();
            }
            position = next.endPosition();
        }
        return position;
    }

    private SimulatedLog log(long logId) {
        return logs.computeIfAbsent(logId, id -> new SimulatedLog(id, STREAM));
    }

    private void addPublication() {
        if (driverDead || publications.size() == MAX_PUBLICATIONS || publisher.restartsSeen() != restarts) {
            return;
        }
        try {
            publications.add(
                    random.nextBoolean()
                            ? publisher.tailrace().addPublication(STREAM)
                            : publisher.tailrace().addExclusivePublication(STREAM));
        } catch (NoDriverException e) {
            // It has died meanwhile.
        }
    }

    private void removePublication() {
        ifAny(List.copyOf(publications), publication -> {
            publications.remove(publication);
            publication.close();
        });
    }

    private void addReader() {
        if (driverDead || readers.size() == MAX_READERS) {
            return;
        }
        String name = random.nextBoolean() ? null : NAMES.get(random.nextInt(NAMES.size()));
        boolean isNew = name == null || names.add(name); // A registration cut short by the driver's death is half done.
        JoinAt joinAt = name == null && random.nextInt(3) == 0
                ? JoinAt.time(Instant.ofEpochMilli(System.currentTimeMillis() - random.nextInt(20)))
                : JoinAt.BEGINNING;
        Reader reader = new Reader(name, POLICIES.get(random.nextInt(POLICIES.size())), joinAt);
        if (isNew) {
            interleave(reader, false, reader::open);
        }
        if (reader.isOpen()) {
            readers.add(reader);
        }
    }

    private void closeOrComeBack(Reader reader) {
        if (!reader.isOpen()) {
            comeBack(reader);
        } else if (reader.name != null) {
            reader.close(random.nextBoolean());
        }
    }

    private void comeBack(Reader reader) {
        if (!driverDead) {
            driver.passTime(); // A holder that has died is found dead.
            interleave(reader, false, reader::open);
            count("comebacks", reader.isOpen() ? 1 : 0);
        }
    }

    private void purge() throws IOException {
        boolean byAge = random.nextInt(4) == 0;
        int segments = byAge ? Integer.MAX_VALUE : 1 + random.nextInt(8);
        long clockMs = System.currentTimeMillis() + (random.nextInt(3) - 1) * DAY_MS;
        for (Purge.Candidate candidate : Purge.plan(
                history,
                Long.MAX_VALUE,
                byAge ? DAY_MS / 2 : Long.MAX_VALUE,
                segments,
                BlockClock.Moment.after(clockMs))) {
            if (candidate.pinnedBy().isEmpty()) {
                long end = SimulatedHistorian.endOf(candidate.path());
                Purge.delete(candidate);
                purgedTo.merge(candidate.logId(), end, Math::max);
                count("purged");
            }
        }
    }

    private void startHistorian() {
        if (!driverDead) {
            SimulatedClient connected = connect();
            try {
                historian = new SimulatedHistorian(connected.tailrace(), directory, historyDirectory, STREAM);
                historiansClient = connected;
            } catch (NoDriverException e) {
                drop(connected);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** It may die at one of its own points. */
    private void stepHistorian(boolean mayDie) {
        if (historian == null || busy.contains(historian)) {
            return;
        }
        int points = mayDie && random.nextInt(10) == 0 ? 1 + random.nextInt(6) : 0;
        SimulatedHistorian stepped = historian;
        boolean[] lives = {true};
        interleave(stepped, false, () -> lives[0] = stepped.step(points));
        if (!lives[0]) {
            killHistorian();
        }
    }

    private void killHistorian() {
        drop(historiansClient);
        historian.die();
        historian = null;
        count("historian deaths");
    }

    /**
     * Everything ends, and the directory of the driver is empty afterwards. Of its logs there is what history has kept.
     */
    private void reboot() throws IOException {
        count("reboots");
        for (Reader reader : List.copyOf(readers)) {
            if (reader.isOpen()) {
                reader.die();
            }
            if (reader.name == null || reader.policy != Policy.CATCH_UP) {
                readers.remove(reader); // Its name, if it had one, was the driver's.
            }
        }
        if (historian != null) {
            killHistorian();
        }
        List.copyOf(clients).forEach(this::drop);
        publications.clear();
        driver.close();
        Map<Long, Long> kept = new HashMap<>();
        for (LogHistory log : history.logs()) {
            kept.put(log.logId(), log.endPosition());
        }
        logs.values().forEach(log -> log.cut(kept.getOrDefault(log.id(), 0L)));
        IoUtil.delete(directory.toFile(), false);
        restarts++;
        boot(driver.nowNs());
    }

    @Override
    SimulatedClient connect() {
        if (driverDead) {
            restart();
        }
        return super.connect();
    }

    private void drop(SimulatedClient client) {
        clients.remove(client);
        try {
            client.die();
        } catch (ReflectiveOperationException | IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    void driveWhileWaiting() {
        for (int steps = 1 + random.nextInt(8); steps > 0; steps--) {
            stepDriver();
        }
        driver.passTime();
    }

    /** Not a client whose conductor is working: it would work inside itself. */
    @Override
    void invoke(SimulatedClient client) {
        if (!busy.contains(client)) {
            busy.add(client);
            client.invoke();
            busy.remove(client);
        }
    }

    private void step() {
        if (random.nextInt(3) == 0) {
            ifAny(clients, this::invoke);
        } else {
            stepDriver();
        }
    }

    @Override
    void stepDriver() {
        if (!busy.contains(driver)) {
            super.stepDriver();
        }
    }

    @Override
    void stepTwice() {
        step();
        step();
    }

    @Override
    String describe() {
        StringBuilder text = new StringBuilder();
        readers.forEach(reader ->
                text.append("\n  ").append(reader).append(", missing=").append(reader.missing()));
        return text.append("\n  kept=").append(kept()).toString();
    }

    private List<String> kept() {
        try {
            return history.logs().stream()
                    .map(log -> log.logId() + ": " + log.beginPosition() + " to " + log.endPosition())
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        for (SimulatedClient client : List.copyOf(clients)) {
            drop(client);
        }
        driver.close();
    }
}
