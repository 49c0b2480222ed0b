/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.Header;
import io.tailrace.Image;
import io.tailrace.NoDriverException;
import io.tailrace.Publication;
import io.tailrace.RegistrationException;
import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.SubscriptionConfig.JoinAt;
import io.tailrace.driver.SimulatedClient.OpenPublication;
import io.tailrace.driver.SimulatedClient.OpenSubscription;
import io.tailrace.driver.SimulatedLog.Message;
import io.tailrace.internal.Uninterrupted.Operation;
import io.tailrace.log.LogEnd;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * A driver and a few clients in one thread perform random operations in random order. Clients die, and so does the
 * driver, which is started again; clients are lapped in the events, and get their state one event per cycle. Every
 * accepted message must reach every subscription that existed, once and in order, whatever happens; a subscription that
 * does not gate must learn exactly what it lost. Publishers clean if the driver is dead or late. A name keeps its
 * places while its lease lasts, whichever process dies, and ended logs stay; {@link SimulatedFiles} checks the files
 * meanwhile.
 */
final class DriverSimulation extends Simulation {
    private static final List<String> STREAMS = List.of("quotes", "orders");
    private static final int MAX_CLIENTS = 4;
    private static final int MAX_OPEN = 4;
    private static final int FLOOD = 40;
    private static final int MAX_EVICT_AFTER_MS = 200;
    /** The last lease is longer than every run; only the end of the run waits for it. */
    private static final List<Duration> LEASES =
            List.of(Duration.ZERO, Duration.ofMillis(300), Duration.ofSeconds(2), Duration.ofMinutes(5));

    private final Map<Long, SimulatedLog> logs = new LinkedHashMap<>();
    private final List<SimulatedName> names = new ArrayList<>();
    private final SimulatedFiles files;
    private long lastNumber;
    private int operationsUntilRestart;

    DriverSimulation(Path directory, long seed) throws IOException {
        super(directory, seed);
        this.files = new SimulatedFiles(directory, logs);
        for (String stream : STREAMS) {
            for (SubscriptionConfig.Policy policy : SubscriptionConfig.Policy.values()) {
                if (policy != SubscriptionConfig.Policy.CATCH_UP) { // HistorySimulation tests those.
                    names.add(new SimulatedName(stream, policy.name(), policy));
                }
            }
        }
        launch(0);
    }

    @Override
    void launch(long startNs) {
        operationsUntilRestart = 0;
        super.launch(startNs);
    }

    /** {@return what has happened} */
    Map<String, Long> run(int operations) throws Exception {
        for (int i = 0; i < operations; i++) {
            operate();
            for (int steps = random.nextInt(4); steps > 0; steps--) {
                step();
            }
            files.check(clients, names, driver.nowNs());
        }
        if (driverDead) {
            restart();
        }
        driver.calm();
        settleClaims();
        until("every message is delivered", this::pollAll);
        until("the retained logs stay within the limit", () -> driver.retained() <= SimulatedDriver.MAX_RETAINED);
        until("vacant names are given up", this::areNamesGivenUp);
        while (!clients.isEmpty()) {
            closeClient(clients.get(random.nextInt(clients.size())));
        }
        until("nothing is left", () -> {
            driver.passLongTime();
            return files.isEmpty("logs") && files.isEmpty("clients") && files.isEmpty("names");
        });
        int reported = errors.size();
        errors.removeIf(error -> error.getMessage().contains("a subscriber was evicted"));
        count("evictions", reported - errors.size());
        assertEquals(List.of(), errors);
        return counts;
    }

    private boolean areNamesGivenUp() {
        driver.passLongTime();
        return files.isEmpty("names") && files.logs().stream().noneMatch(files::hasVacantSlot);
    }

    private void operate() throws Exception {
        if (driverDead && --operationsUntilRestart == 0) {
            restart();
        }
        if (!driverDead && random.nextInt(500) == 0) { // Each costs every client a garbage collection.
            driver.lap();
            count("laps");
        }
        if (random.nextInt(8) == 0) {
            operateOnNames();
            return;
        }
        if (random.nextInt(16) == 0) {
            addTo(this::addAtPosition);
            return;
        }
        if (random.nextInt(20) == 0) {
            endStream(STREAMS.get(random.nextInt(STREAMS.size())));
            return;
        }
        int operation = random.nextInt(100);
        if (clients.isEmpty() || (operation < 3 && clients.size() < MAX_CLIENTS)) {
            if (!driverDead) {
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
            kill(client);
        } else if (!driverDead) {
            killDriver();
        }
    }

    @Override
    void killDriver() {
        super.killDriver();
        operationsUntilRestart = 1 + random.nextInt(20);
    }

    private void kill(SimulatedClient client) throws Exception {
        clients.remove(client);
        forgetPublications(client);
        client.subscriptions().forEach(this::vacate);
        client.die();
        count("deaths");
    }

    private void vacate(OpenSubscription open) {
        if (open.name() != null) {
            open.name().vacate(open.positions(), driver.nowNs());
        }
    }

    /** A client asks for a name; or its holder dies, sometimes inside a poll, or closes it. */
    private void operateOnNames() throws Exception {
        SimulatedName name = names.get(random.nextInt(names.size()));
        OpenSubscription holder = name.holder();
        if (holder == null || random.nextInt(4) == 0) {
            addTo(client -> addNamed(client, name));
            return;
        }
        switch (random.nextInt(4)) {
            case 0 -> closeSubscription(name.last(), holder);
            case 1 -> kill(name.last());
            case 2 -> pollAndKill(name.last(), holder);
            default -> poll(holder);
        }
    }

    private void addTo(Operation<SimulatedClient> add) {
        if (!clients.isEmpty()) {
            SimulatedClient client = clients.get(random.nextInt(clients.size()));
            if (mayAdd(client)) {
                add.on(client);
            }
        }
    }

    /** The client has handled messages, and has not stored its position yet. */
    private void pollAndKill(SimulatedClient client, OpenSubscription open) throws Exception {
        Map<Long, Long> told = new HashMap<>(open.positions());
        Map<Long, Long> toldToPublishers =
                open.subscription().images().stream().collect(Collectors.toMap(Image::logId, Image::position));
        long before = delivered();
        poll(open);
        count("repeated", delivered() - before);
        toldToPublishers.forEach(
                (logId, position) -> files.untell(logId, open.subscription().registrationId(), position));
        open.positions().clear();
        open.positions().putAll(told);
        kill(client);
    }

    /** All publishers of a stream leave, and after a while a subscription reads the rest. */
    private void endStream(String stream) {
        settleClaims();
        for (SimulatedClient client : clients) {
            for (OpenPublication open : List.copyOf(client.publications())) {
                if (open.log().stream().equals(stream)) {
                    closePublication(client, open);
                }
            }
        }
        for (int steps = random.nextInt(100); steps > 0; steps--) {
            step();
            forEachSubscription(stream, this::poll);
        }
        addTo(client -> addSubscription(client, stream, JoinAt.OLDEST, null));
    }

    /**
     * Whether the client may add something: only with a living driver that this client has noticed; other clients need
     * not have.
     */
    private boolean mayAdd(SimulatedClient client) {
        return !driverDead && client.restartsSeen() == restarts;
    }

    private void step() {
        if (!clients.isEmpty() && random.nextInt(3) == 0) {
            clients.get(random.nextInt(clients.size())).invoke();
        } else {
            stepDriver();
        }
    }

    @Override
    void driveWhileWaiting() {
        for (int steps = 1 + random.nextInt(8); steps > 0; steps--) {
            stepDriver();
        }
        if (random.nextInt(3) == 0) { // Or the driver would wait for ever for clients that do not read meanwhile.
            driver.passTime();
        }
    }

    private void addPublication(SimulatedClient client) {
        if (client.publications().size() == MAX_OPEN) {
            return;
        }
        String stream = STREAMS.get(random.nextInt(STREAMS.size()));
        Publication publication;
        try {
            publication = random.nextBoolean()
                    ? client.tailrace().addPublication(stream)
                    : client.tailrace().addExclusivePublication(stream);
        } catch (NoDriverException e) {
            return; // It has died meanwhile.
        }
        SimulatedLog log = log(publication.logId(), stream);
        boolean isNew = !log.wasGiven();
        client.add(publication, log);
        if (isNew) { // The existing subscriptions get all of it.
            forEachSubscription(stream, open -> open.positions().put(log.id(), 0L));
            names.stream()
                    .filter(name -> name.stream().equals(stream))
                    .forEach(name -> name.onNewLog(log.id(), driver.nowNs()));
        }
    }

    private SimulatedLog log(long logId, String stream) {
        return logs.computeIfAbsent(logId, id -> new SimulatedLog(id, stream));
    }

    private void forEachSubscription(String stream, Operation<OpenSubscription> operation) {
        clients.stream()
                .flatMap(client -> client.subscriptions().stream())
                .filter(open -> open.subscription().stream().equals(stream))
                .forEach(operation::on);
    }

    private void addSubscription(SimulatedClient client) {
        String stream = STREAMS.get(random.nextInt(STREAMS.size()));
        JoinAt joinAt = random.nextInt(4) == 0 ? JoinAt.OLDEST : JoinAt.TAIL;
        addSubscription(client, stream, joinAt, null);
    }

    private void addNamed(SimulatedClient client, SimulatedName name) {
        JoinAt joinAt = random.nextInt(3) == 0 ? JoinAt.OLDEST : JoinAt.TAIL;
        addSubscription(client, name.stream(), joinAt, name);
    }

    /** At the beginning or the end of a message, or within one, which is refused. */
    private void addAtPosition(SimulatedClient client) {
        for (SimulatedLog log : logs.values()) {
            if (log.end() > 0 && (log.hasPublications() || isRetained(log.id()))) {
                Message message = log.behind((long) (random.nextDouble() * log.end()));
                long position = random.nextBoolean() ? message.position() : message.endPosition();
                boolean within = random.nextInt(4) == 0;
                JoinAt joinAt = JoinAt.position(log.id(), within ? position - 1 : position);
                addSubscription(client, log.stream(), joinAt, null);
                return;
            }
        }
    }

    private void addSubscription(SimulatedClient client, String stream, JoinAt joinAt, SimulatedName name) {
        if (client.subscriptions().size() == MAX_OPEN) {
            return;
        }
        Map<Long, Long> positions = new HashMap<>();
        boolean isNew = name == null || name.last() == null; // A name that is found again ignores joinAt.
        Set<Long> retained = isNew && joinAt.kind() != JoinAt.Kind.TAIL ? retained(stream, joinAt.logId()) : Set.of();
        SubscriptionConfig config = config(joinAt, name, positions);
        Set<Long> ended = new HashSet<>(retained);
        Subscription subscription;
        try {
            subscription = client.tailrace().addSubscription(stream, config);
        } catch (NoDriverException e) { // It has died meanwhile.
            if (name != null) {
                name.askedInVain(client, driver.nowNs(), config.lease().time());
            }
            return;
        } catch (RegistrationException e) {
            onRefused(e, joinAt, name);
            return;
        }
        assertTrue(name == null || name.holder() == null, () -> "a second one has a name: " + name);
        Set<Long> awaited = new HashSet<>(retained);
        awaited.removeIf(logId -> !isRetained(logId) && !positions.containsKey(logId)); // It had to go meanwhile.
        ended.retainAll(awaited);
        count("ended logs read", awaited.size());
        OpenSubscription open = new OpenSubscription(subscription, positions, awaited, ended, config, name);
        client.add(open);
        if (joinAt.equals(JoinAt.TAIL) && name == null) {
            subscription
                    .images()
                    .forEach(image -> assertNull(
                            log(image.logId(), stream).behind(image.joinPosition()),
                            "nothing that was published before"));
        }
        if (joinAt.kind() == JoinAt.Kind.POSITION) {
            Long began = positions.putIfAbsent(joinAt.logId(), joinAt.position()); // It may wait for its turn.
            assertTrue(began == null || began == joinAt.position(), () -> "it begins at " + began + ": " + joinAt);
            count("joins");
        }
        for (SimulatedLog log : logs.values()) {
            if (log.hasPublications() && log.stream().equals(stream)) {
                assertTrue(
                        joinAt.kind() != JoinAt.Kind.TAIL || name != null || positions.containsKey(log.id()),
                        () -> "an image of log " + log.id());
                awaited.add(log.id());
            }
        }
        if (name != null) {
            onNameHeld(client, name, open);
        }
    }

    /** It continues where the last holder of the name stopped, if the name was kept for long enough. */
    private void onNameHeld(SimulatedClient client, SimulatedName name, OpenSubscription open) {
        if (name.isOwed(driver.nowNs())) {
            open.positions().putAll(name.owed());
            open.awaited().addAll(name.awaited());
            count("names taken over");
        }
        name.hold(client, open);
    }

    private void onRefused(RegistrationException refusal, JoinAt joinAt, SimulatedName name) {
        count("refusals");
        if (name != null) {
            assertTrue(
                    name.holder() != null || clients.contains(name.last()),
                    () -> "the name is vacant: " + name + ", " + refusal);
            assertTrue(refusal.getMessage().startsWith("the name is held: "), refusal::getMessage);
            return;
        }
        SimulatedLog log = logs.get(joinAt.logId());
        if (!log.hasPublications() && !isRetained(log.id())) {
            return; // Its time was over meanwhile, or its place was taken.
        }
        long oldest = files.cleaningTarget(log.id());
        assertTrue(
                joinAt.position() < oldest || !log.isFilled(oldest, joinAt.position()),
                () -> "the position exists: " + joinAt + ", oldest=" + oldest + ", " + refusal);
    }

    /** {@return the logs of a stream that have ended and stay, from one of them on} */
    private Set<Long> retained(String stream, long firstLogId) {
        return logs.values().stream()
                .filter(log -> log.stream().equals(stream) && log.id() >= firstLogId && isRetained(log.id()))
                .map(SimulatedLog::id)
                .collect(Collectors.toSet());
    }

    private boolean isRetained(long logId) {
        if (!driver.has(logId)) {
            return false;
        }
        LogEnd end = files.end(logId);
        return end.isRetained() && end.remainingNs(driver.nowNs()) > 0;
    }

    private SubscriptionConfig config(JoinAt joinAt, SimulatedName name, Map<Long, Long> positions) {
        SubscriptionConfig config = SubscriptionConfig.DEFAULT
                .withJoinAt(joinAt)
                .withEviction(Duration.ofMillis(random.nextInt(MAX_EVICT_AFTER_MS)))
                .withAvailableHandler(image ->
                        positions.putIfAbsent(log(image.logId(), image.stream()).id(), image.joinPosition()))
                .withOverrunHandler((image, from, to) -> onOverrun(image, positions, from, to));
        if (name != null) {
            return name.with(config, LEASES.get(random.nextInt(LEASES.size())));
        }
        return switch (random.nextInt(4)) {
            case 0 -> config.withPolicy(SubscriptionConfig.Policy.DROP);
            case 1 -> config;
            default -> config.withPolicy(SubscriptionConfig.Policy.BLOCK);
        };
    }

    /** The loss is exactly the range: messages before it were delivered. */
    private void onOverrun(Image image, Map<Long, Long> positions, long from, long to) {
        assertFalse(image.isGating(), "a gating subscriber loses nothing");
        SimulatedLog log = logs.get(image.logId());
        Long position = positions.put(log.id(), to);
        if (position != null) {
            Message next = log.behind(position);
            assertTrue(next == null || next.position() >= from, () -> next + " is lost without a report: " + from);
        }
        Message last = log.behind(to);
        assertTrue(last == null || last.position() >= to, () -> "half of " + last + " is reported as lost: " + to);
        count("overruns");
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
            count("cleanings");
        }
        if (position > 0) {
            open.log().add(new Message(number, length, position));
        }
        return position > 0;
    }

    /**
     * Publishes more than a log holds, and waits: a subscriber that does not gate is overrun, and one that gates for
     * too long is evicted.
     */
    private void flood(OpenPublication open) {
        if (open.claim().isOpen()) {
            return;
        }
        for (int count = FLOOD; count > 0; count--) {
            if (!offer(open, Rig.MAX_MESSAGE_LENGTH - random.nextInt(200))) {
                driveWhileWaiting();
                driver.passTime();
                if (driverDead) { // The publisher cleans after the readers.
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
        open.log().add(new Message(number, length, open.claimedTo().get()));
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
        // An image that is not owed to it: of a log that had just ended when the subscription was added.
        long position = open.positions().computeIfAbsent(log.id(), id -> header.position());
        assertInTurn(open, log);
        Message message = log.behind(position);
        assertNotNull(message, () -> "a message that was never accepted at " + header.position());
        open.positions().put(log.id(), message.endPosition());
        count("delivered");
        assertEquals(message.position(), header.position(), () -> "position of " + message);
        assertEquals(message.length(), length, () -> "length of " + message);
        check(bytes, offset, message);
    }

    /** Ended logs come in the order of their creation, and before living logs. */
    private void assertInTurn(OpenSubscription open, SimulatedLog log) {
        for (long earlier : open.ended()) {
            if (log.hasPublications() || (open.ended().contains(log.id()) && earlier < log.id())) {
                assertFalse(missing(open).contains(earlier), () -> "log " + earlier + " comes before " + log.id());
            }
        }
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
        vacate(open);
        open.subscription().close();
    }

    private void closeClient(SimulatedClient client) {
        client.publications().forEach(open -> open.claim().close());
        clients.remove(client);
        forgetPublications(client);
        client.subscriptions().forEach(this::vacate);
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

    /** Polls everything once. Returns whether all subscriptions have all messages. */
    private boolean pollAll() {
        driver.passTime();
        boolean complete = true;
        for (SimulatedClient client : clients) {
            for (OpenSubscription open : client.subscriptions()) {
                poll(open);
                complete &= missing(open).isEmpty();
            }
        }
        return complete;
    }

    /** {@return the logs from which a subscription still lacks messages} */
    private List<Long> missing(OpenSubscription open) {
        Set<Long> all = new HashSet<>(open.awaited());
        all.addAll(open.positions().keySet()); // An awaited log without a message never has its turn.
        return all.stream()
                .filter(logId -> logs.get(logId).behind(open.positions().getOrDefault(logId, -1L)) != null)
                .toList();
    }

    @Override
    String describe() {
        StringBuilder text = new StringBuilder();
        for (SimulatedClient client : clients) {
            for (OpenSubscription open : client.subscriptions()) {
                if (!missing(open).isEmpty()) {
                    text.append("missing=").append(missing(open)).append(", ").append(open);
                }
            }
        }
        return text.toString();
    }

    @Override
    void stepTwice() {
        step();
        stepDriver();
    }

    @Override
    public void close() throws IOException {
        driver.close();
        files.close();
        Files.deleteIfExists(directory.resolve("control")); // Or they would pile up, in memory.
    }
}
