/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.Header;
import io.tailrace.Image;
import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.TailraceConfig;
import io.tailrace.control.DriverDirectory;
import io.tailrace.driver.SimulatedClient.OpenPublication;
import io.tailrace.driver.SimulatedClient.OpenSubscription;
import io.tailrace.driver.SimulatedLog.Message;
import io.tailrace.log.LogEnd;
import io.tailrace.log.LogFiles;
import io.tailrace.log.LogMeta;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.memory.MappedFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * A driver and a few clients in one thread that do random things in random order; clients die, and the driver, which is
 * started again; clients are lapped in the events, and told their state one event in a cycle. Every message that was
 * accepted must reach every subscription that was there, once and in order, whatever happens; one that does not gate
 * must be told exactly what it lost. Publishers clean where the driver is dead or late.
 */
final class DriverSimulation implements AutoCloseable {
    private static final List<String> STREAMS = List.of("quotes", "orders");
    private static final int MAX_CLIENTS = 4;
    private static final int MAX_OPEN = 4;
    private static final int PATIENCE = 20_000;
    private static final int FLOOD = 40;
    private static final int MAX_EVICT_AFTER_MS = 200;

    /** What came about in one simulation, or in several. */
    record Outcome(
            long delivered,
            int deaths,
            int restarts,
            int laps,
            int overruns,
            int evictions,
            int cleanings,
            int retained) {
        static final Outcome NOTHING = new Outcome(0, 0, 0, 0, 0, 0, 0, 0);

        Outcome plus(Outcome other) {
            return new Outcome(
                    delivered + other.delivered,
                    deaths + other.deaths,
                    restarts + other.restarts,
                    laps + other.laps,
                    overruns + other.overruns,
                    evictions + other.evictions,
                    cleanings + other.cleanings,
                    retained + other.retained);
        }
    }

    private final Random random;
    private final Path directory;
    private final List<Throwable> errors = new ArrayList<>();
    private final List<SimulatedClient> clients = new ArrayList<>();
    private final Map<Long, SimulatedLog> logs = new LinkedHashMap<>();
    private final MappedBuffer buffer = MappedBuffer.allocate(Rig.MAX_MESSAGE_LENGTH);
    private long lastNumber;
    private long delivered;
    private SimulatedDriver driver;
    private int deaths;
    private int overruns;
    private int retainedRead;
    private int cleanings;
    private int laps;
    private int restarts;
    private int operationsUntilRestart;

    DriverSimulation(Path directory, long seed) throws IOException {
        this.random = new Random(seed);
        this.directory = directory;
        this.driver = new SimulatedDriver(directory, random, errors, 0);
    }

    Outcome run(int operations) throws Exception {
        for (int i = 0; i < operations; i++) {
            operate();
            for (int steps = random.nextInt(4); steps > 0; steps--) {
                step();
            }
        }
        if (isDriverDead()) {
            restart();
        }
        settleClaims();
        until("every message is delivered", this::pollAll);
        while (!clients.isEmpty()) {
            closeClient(clients.get(random.nextInt(clients.size())));
        }
        until("nothing is left", () -> {
            driver.passTime();
            return isEmpty("logs") && isEmpty("clients");
        });
        int reported = errors.size();
        errors.removeIf(error -> error.getMessage().contains("held its publishers back for too long"));
        int evictions = reported - errors.size();
        assertEquals(List.of(), errors);
        return new Outcome(delivered, deaths, restarts, laps, overruns, evictions, cleanings, retainedRead);
    }

    private void operate() throws Exception {
        if (isDriverDead() && --operationsUntilRestart == 0) {
            restart();
        }
        if (!isDriverDead() && random.nextInt(500) == 0) { // Each costs every client a garbage collection.
            driver.lap();
            laps++;
        }
        int operation = random.nextInt(100);
        if (clients.isEmpty() || (operation < 3 && clients.size() < MAX_CLIENTS)) {
            if (!isDriverDead()) {
                connect();
            }
            return;
        }
        SimulatedClient client = clients.get(random.nextInt(clients.size()));
        if (operation < 17 && !mayAdd(client)) {
            return;
        }
        if (operation < 9) {
            addPublication(client);
        } else if (operation < 17) {
            addSubscription(client);
        } else if (operation < 56) {
            ifAny(client.publications(), this::offer);
        } else if (operation < 60) {
            ifAny(client.publications(), this::flood);
        } else if (operation < 67) {
            ifAny(client.publications(), this::claimOrSettle);
        } else if (operation < 88) {
            ifAny(client.subscriptions(), this::poll);
        } else if (operation < 92) {
            ifAny(client.publications(), open -> closePublication(client, open));
        } else if (operation < 95) {
            ifAny(client.subscriptions(), open -> closeSubscription(client, open));
        } else if (operation < 97) {
            driver.passTime();
        } else if (operation < 98) {
            closeClient(client);
        } else if (operation < 99) {
            clients.remove(client);
            forgetPublications(client);
            client.die();
            deaths++;
        } else if (!isDriverDead()) {
            driver.close();
            operationsUntilRestart = 1 + random.nextInt(20);
        }
    }

    private boolean isDriverDead() {
        return operationsUntilRestart > 0;
    }

    private void restart() throws IOException {
        operationsUntilRestart = 0;
        restarts++;
        driver = new SimulatedDriver(directory, random, errors, driver.nowNs());
    }

    /** Whether the client may add something: only to a living driver that it has noticed; others need not have. */
    private boolean mayAdd(SimulatedClient client) {
        return !isDriverDead() && client.restartsSeen() == restarts;
    }

    private interface Operation<T> {
        void on(T open);
    }

    private <T> void ifAny(List<T> open, Operation<T> operation) {
        if (!open.isEmpty()) {
            operation.on(open.get(random.nextInt(open.size())));
        }
    }

    private void step() {
        if (!clients.isEmpty() && random.nextInt(3) == 0) {
            clients.get(random.nextInt(clients.size())).invoke();
        } else {
            stepDriver();
        }
    }

    private void stepDriver() {
        if (!isDriverDead()) {
            driver.step();
        }
    }

    private void driveWhileWaiting() {
        for (int steps = 1 + random.nextInt(8); steps > 0; steps--) {
            stepDriver();
        }
        if (random.nextInt(3) == 0) { // Or the driver would wait for ever for clients that do not read meanwhile.
            driver.passTime();
        }
    }

    private void connect() {
        TailraceConfig config = TailraceConfig.defaults()
                .withDirectory(directory)
                .withThreading(TailraceConfig.Threading.INVOKER)
                .withDriverInvoker(this::driveWhileWaiting)
                .withErrorHandler(errors::add);
        clients.add(new SimulatedClient(config, () -> restarts));
    }

    private void addPublication(SimulatedClient client) {
        if (client.publications().size() == MAX_OPEN) {
            return;
        }
        String stream = STREAMS.get(random.nextInt(STREAMS.size()));
        Publication publication = random.nextBoolean()
                ? client.tailrace().addPublication(stream)
                : client.tailrace().addExclusivePublication(stream);
        boolean isNew = !logs.containsKey(publication.logId());
        client.add(publication, logs.computeIfAbsent(publication.logId(), id -> new SimulatedLog(id, stream)));
        if (isNew) { // The subscriptions that are there get all of it.
            forEachSubscription(stream, open -> open.positions().put(publication.logId(), 0L));
        }
    }

    private void forEachSubscription(String stream, Operation<OpenSubscription> operation) {
        clients.stream()
                .flatMap(client -> client.subscriptions().stream())
                .filter(open -> open.subscription().stream().equals(stream))
                .forEach(operation::on);
    }

    private void addSubscription(SimulatedClient client) {
        if (client.subscriptions().size() == MAX_OPEN) {
            return;
        }
        String stream = STREAMS.get(random.nextInt(STREAMS.size()));
        boolean oldest = random.nextInt(4) == 0;
        Map<Long, Long> positions = new HashMap<>();
        Set<Long> retained = oldest ? retained(stream) : Set.of();
        Subscription subscription = client.tailrace().addSubscription(stream, config(oldest, positions));
        Set<Long> awaited = new HashSet<>(retained);
        awaited.removeIf(logId -> !isRetained(logId) && !positions.containsKey(logId)); // Its time was over meanwhile.
        retainedRead += awaited.size();
        OpenSubscription open = client.add(subscription, positions, awaited);
        if (!oldest) {
            subscription.images().forEach(image -> {
                assertNull(logs.get(image.logId()).behind(image.joinPosition()), "nothing that was published before");
                open.positions().put(image.logId(), image.joinPosition());
            });
        }
        for (SimulatedLog log : logs.values()) {
            if (log.hasPublications() && log.stream().equals(stream)) {
                assertTrue(oldest || open.positions().containsKey(log.id()), "an image of log " + log.id());
                awaited.add(log.id());
            }
        }
    }

    /** {@return the logs of a stream that have ended and stay} */
    private Set<Long> retained(String stream) {
        return logs.values().stream()
                .filter(log -> log.stream().equals(stream) && isRetained(log.id()))
                .map(SimulatedLog::id)
                .collect(Collectors.toSet());
    }

    private boolean isRetained(long logId) {
        Path path = LogFiles.metaPath(new DriverDirectory(directory).log(logId));
        if (!Files.exists(path)) {
            return false;
        }
        try (MappedFile file = MappedFile.openReadOnly(path)) {
            LogEnd end = LogEnd.read(new LogMeta(file.buffer()));
            return end.isRetained() && end.remainingNs(driver.nowNs()) > 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private SubscriptionConfig config(boolean oldest, Map<Long, Long> positions) {
        SubscriptionConfig config = SubscriptionConfig.DEFAULT
                .withJoinAt(oldest ? SubscriptionConfig.JoinAt.OLDEST : SubscriptionConfig.JoinAt.TAIL)
                .withAvailableHandler(image -> onAvailable(image, oldest, positions))
                .withOverrunHandler((image, from, to) -> onOverrun(image, positions, from, to));
        return switch (random.nextInt(4)) {
            case 0 -> config.withPolicy(SubscriptionConfig.Policy.DROP);
            case 1 -> config.withEviction(Duration.ofMillis(random.nextInt(MAX_EVICT_AFTER_MS)));
            default -> config;
        };
    }

    private void onAvailable(Image image, boolean oldest, Map<Long, Long> positions) {
        if (oldest) {
            positions.putIfAbsent(image.logId(), image.joinPosition());
        }
    }

    /** Lost is what lies in the range, whole, and nothing before it: that was delivered. */
    private void onOverrun(Image image, Map<Long, Long> positions, long from, long to) {
        assertFalse(image.isGating(), "who holds publishers back loses nothing");
        SimulatedLog log = logs.get(image.logId());
        Long position = positions.put(log.id(), to);
        if (position != null) {
            Message next = log.behind(position);
            assertTrue(next == null || next.position() >= from, () -> next + " is lost, and that is not told: " + from);
        }
        Message last = log.behind(to);
        assertTrue(last == null || last.position() >= to, () -> "half of " + last + " is said to be lost: " + to);
        overruns++;
    }

    private void offer(OpenPublication open) {
        for (int count = 1 + random.nextInt(20); count > 0; count--) {
            if (open.claim().isOpen() && open.publication() instanceof io.tailrace.ExclusivePublication) {
                return;
            }
            offer(open, random.nextInt(20) == 0 ? random.nextInt(Rig.MAX_MESSAGE_LENGTH + 1) : random.nextInt(200));
        }
    }

    /** Returns whether it was accepted. */
    private boolean offer(OpenPublication open, int length) {
        long number = ++lastNumber;
        fill(buffer, 0, number, length);
        long limit = open.publication().limit();
        long position = open.publication().offer(buffer, 0, length);
        if (open.publication().limit() > limit) { // No other thread works meanwhile.
            cleanings++;
        }
        if (position > 0) {
            open.log().add(new Message(number, length, position));
        }
        return position > 0;
    }

    /** More than a log holds, and patiently: who does not gate is overrun, who gates for too long is evicted. */
    private void flood(OpenPublication open) {
        if (open.claim().isOpen()) {
            return;
        }
        for (int count = FLOOD; count > 0; count--) {
            if (!offer(open, Rig.MAX_MESSAGE_LENGTH - random.nextInt(200))) {
                driveWhileWaiting();
                driver.passTime();
                if (isDriverDead()) { // The publisher cleans what they have read.
                    forEachSubscription(open.log().stream(), this::poll);
                }
            }
        }
    }

    private void claimOrSettle(OpenPublication open) {
        if (open.claim().isOpen()) {
            settle(open);
            return;
        }
        open.tryClaim(random.nextInt(200));
    }

    private void settle(OpenPublication open) {
        if (random.nextInt(3) == 0) {
            open.claim().abort();
            return;
        }
        long number = ++lastNumber;
        int length = open.claim().length();
        fill(open.claim().buffer(), 0, number, length);
        open.claim().commit();
        open.log().add(new Message(number, length, open.claimedTo()));
    }

    private static void fill(MutableDirectBuffer target, int offset, long number, int length) {
        int words = length / Long.BYTES * Long.BYTES;
        for (int i = 0; i < words; i += Long.BYTES) {
            target.putLong(offset + i, wordOf(number, i));
        }
        for (int i = words; i < length; i++) {
            target.putByte(offset + i, (byte) wordOf(number, i));
        }
    }

    private static void check(DirectBuffer bytes, int offset, Message message) {
        int words = message.length() / Long.BYTES * Long.BYTES;
        for (int i = 0; i < words; i += Long.BYTES) {
            assertEquals(wordOf(message.number(), i), bytes.getLong(offset + i), () -> "bytes of " + message);
        }
        for (int i = words; i < message.length(); i++) {
            assertEquals((byte) wordOf(message.number(), i), bytes.getByte(offset + i), () -> "bytes of " + message);
        }
    }

    private static long wordOf(long number, int index) {
        return (number * 31 + index) * 0x9E3779B97F4A7C15L;
    }

    private void poll(OpenSubscription open) {
        open.subscription()
                .poll(
                        (bytes, offset, length, header) -> onFrame(open, bytes, offset, length, header),
                        1 + random.nextInt(50));
    }

    private void onFrame(OpenSubscription open, DirectBuffer bytes, int offset, int length, Header header) {
        SimulatedLog log = logs.get(header.image().logId());
        // An image that nobody owes it: of a log that had just ended when it was added.
        long position = open.positions().computeIfAbsent(log.id(), id -> header.position());
        Message message = log.behind(position);
        assertNotNull(message, () -> "a message that was never accepted at " + header.position());
        open.positions().put(log.id(), message.endPosition());
        delivered++;
        assertEquals(message.position(), header.position(), () -> "position of " + message);
        assertEquals(message.length(), length, () -> "length of " + message);
        check(bytes, offset, message);
    }

    private void closePublication(SimulatedClient client, OpenPublication open) {
        if (!open.claim().isOpen()) {
            client.publications().remove(open);
            open.log().removePublication();
            open.publication().close();
        }
    }

    private void closeSubscription(SimulatedClient client, OpenSubscription open) {
        client.subscriptions().remove(open);
        open.subscription().close();
    }

    private void closeClient(SimulatedClient client) {
        client.publications().forEach(open -> open.claim().close());
        clients.remove(client);
        forgetPublications(client);
        client.tailrace().close();
    }

    private static void forgetPublications(SimulatedClient client) {
        client.publications().forEach(open -> open.log().removePublication());
    }

    private void settleClaims() {
        clients.stream()
                .flatMap(client -> client.publications().stream())
                .filter(open -> open.claim().isOpen())
                .forEach(this::settle);
    }

    /** Polls everything once. Returns whether all have all. */
    private boolean pollAll() {
        driver.passTime();
        boolean complete = true;
        for (SimulatedClient client : clients) {
            for (OpenSubscription open : client.subscriptions()) {
                poll(open);
                for (Map.Entry<Long, Long> position : open.positions().entrySet()) {
                    complete &= logs.get(position.getKey()).behind(position.getValue()) == null;
                }
                complete &= open.awaited().stream()
                        .allMatch(id -> open.positions().containsKey(id)
                                || logs.get(id).behind(-1) == null); // Empty, it was never its turn.
            }
        }
        return complete;
    }

    private boolean isEmpty(String folder) {
        String[] names = directory.resolve(folder).toFile().list();
        return names != null && names.length == 0;
    }

    private void until(String what, BooleanSupplier condition) {
        for (int i = 0; i < PATIENCE; i++) {
            if (condition.getAsBoolean()) {
                return;
            }
            step();
            stepDriver();
        }
        throw new AssertionError("does not happen: " + what + ", errors=" + errors);
    }

    @Override
    public void close() throws IOException {
        driver.close();
        Files.deleteIfExists(directory.resolve("control")); // Or they would pile up, in memory.
    }
}
