/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static io.tailrace.driver.Messages.offer;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.Blocker;
import io.tailrace.Claim;
import io.tailrace.NoDriverException;
import io.tailrace.OfferStatus;
import io.tailrace.OfferTimeoutException;
import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.Tailrace;
import io.tailrace.TailraceConfig;
import io.tailrace.TailraceConfig.DriverState;
import io.tailrace.control.ClientFiles;
import io.tailrace.control.Command;
import io.tailrace.control.CommandRing;
import io.tailrace.control.ControlFile;
import io.tailrace.control.DriverDirectory;
import io.tailrace.file.FileAccess;
import io.tailrace.file.MappedFile;
import io.tailrace.log.LogCreation;
import io.tailrace.log.LogFiles;
import io.tailrace.log.LogLayout;
import io.tailrace.log.LogMeta;
import io.tailrace.log.Waker;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.testing.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A driver that ends while clients live, and the next one in its place. All in one thread. */
final class DriverRestartTest extends WithInvokedDriver {
    private static final String STREAM = "quotes";
    private static final long FIRST_ID = 1000;

    private final List<DriverState> states = new ArrayList<>();
    private final Recorder received = new Recorder();
    private Tailrace publisher;
    private Tailrace subscriber;

    @BeforeEach
    void launch() {
        publisher = connect();
        subscriber = connect();
    }

    @Override
    TailraceConfig clientConfig() {
        return super.clientConfig().withDriverStateHandler(states::add);
    }

    @AfterEach
    void close() {
        publisher.close();
        subscriber.close();
        driver.close();
        assertEquals(List.of(), errors);
        assertEquals(Set.of("driver.lock"), LeftFiles.namesIn(config.directory()));
    }

    @Override
    void cycle() {
        super.cycle();
        publisher.invoke();
        subscriber.invoke();
    }

    /** The driver ends, and both clients notice. */
    private void end() {
        driver.close();
        untilToldTwice(DriverState.LOST);
    }

    /** The next driver starts, and both clients notice. */
    private void startAgain() {
        driver = MediaDriver.launch(config);
        untilToldTwice(DriverState.BACK);
        for (int i = 0; i < 50; i++) {
            driver.invoke();
        }
    }

    private void untilToldTwice(DriverState state) {
        long before = states.stream().filter(state::equals).count();
        until(
                "both get the report: " + state,
                () -> states.stream().filter(state::equals).count() == before + 2);
    }

    private Publication add(boolean exclusive) {
        return Messages.add(publisher, STREAM, exclusive);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aLogGoesOnWithoutADriverAndThenWithTheNext(boolean exclusive) {
        Publication publication = add(exclusive);
        Subscription subscription = subscriber.addSubscription(STREAM);
        end();
        int accepted = 0;
        while (publication.position() < 100L * Rig.TERM_LENGTH) {
            accepted += Messages.fill(publication, 1016); // None while the publisher waits for a driver.
            subscription.poll(received, 1_000);
        }
        startAgain();
        assertEquals(1, subscription.imageCount());
        assertEquals(1, publication.subscriberCount());
        accepted += Messages.fill(publication, 1016);
        subscription.poll(received, 1_000);
        assertEquals(accepted, received.count());
        Subscription late = subscriber.addSubscription(
                STREAM, SubscriptionConfig.DEFAULT.withJoinAt(SubscriptionConfig.JoinAt.OLDEST));
        assertTrue(late.poll(received, 1_000) > 10, "there is history, and it begins at a frame");
        until("there is space again", () -> Messages.offer(publication, "after") >= 0);
        late.poll(received, 1_000);
        assertEquals("after", received.texts().get(received.count() - 1));

        publication.close();
        until("the image that the next driver took over ends with its log", () -> {
            late.poll(received, 1_000);
            subscription.poll(received, 1_000);
            return !subscription.isConnected();
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whoWaitsForALostDriverIsToldSoUntilTheNextOneMovesTheWindow(boolean exclusive) throws IOException {
        Publication publication = add(exclusive);
        Subscription subscription = subscriber.addSubscription(STREAM);
        end();
        asIfItHadDiedWhileItCleaned(publication);
        int accepted = fillWithoutDriver(publication, subscription);
        assertTrue(accepted > Rig.TERM_LENGTH / 1024, "more than a window, by their own checks: " + accepted);

        MappedBuffer message = MappedBuffer.allocate(8);
        assertEquals(OfferStatus.DRIVER_LOST_CODE, publication.offer(message, 0, 8));
        assertEquals(OfferStatus.DRIVER_LOST_CODE, publication.tryClaim(8, new Claim()));
        assertEquals(Blocker.Role.DRIVER, publication.blocker().role(), "and not the healthy subscriber");
        OfferTimeoutException late =
                assertThrows(OfferTimeoutException.class, () -> publication.offer(message, 0, 8, Duration.ofMillis(1)));
        assertEquals(OfferStatus.DRIVER_LOST, late.status());
        assertTrue(late.getMessage().contains("the media driver is lost"), late.getMessage());

        startAgain();
        for (int laps = 0; laps < 20; laps++) {
            until("space", () -> publication.limit() > publication.position());
            accepted += Messages.fill(publication, 1016);
            subscription.poll(received, 1_000);
        }
        assertEquals(accepted, received.count());
        assertTrue(publication.position() > 6L * Rig.TERM_LENGTH, "position=" + publication.position());
    }

    /** Then publishers do not clean, because they cannot know whether the driver has stopped. */
    private void asIfItHadDiedWhileItCleaned(Publication publication) throws IOException {
        Path meta = LogFiles.metaPath(config.directory().resolve("logs").resolve(Long.toString(publication.logId())));
        try (MappedFile file = MappedFile.openReadWrite(meta)) {
            file.buffer().putLongVolatile(LogLayout.CLEANER_OFFSET, -1);
        }
    }

    /** Until only a driver could make more space; the subscriber holds nothing back. */
    private int fillWithoutDriver(Publication publication, Subscription subscription) {
        int accepted = 0;
        int more;
        do {
            more = Messages.fill(publication, 1016);
            accepted += more;
            subscription.poll(received, 1_000);
        } while (more > 0);
        return accepted;
    }

    /** Its claim is not padded: where the client's files cannot be read, it is not taken for dead while it lives. */
    @ParameterizedTest
    @CsvSource({"false, false", "true, false", "false, true"})
    void anOpenClaimIsCommittedWithTheNextDriver(boolean exclusive, boolean unreadable) throws IOException {
        Publication publication = add(exclusive);
        Subscription subscription = subscriber.addSubscription(STREAM);
        Claim claim = new Claim();
        publication.tryClaim(1, claim);
        end();
        Path commands = config.directory().resolve("clients/" + publisher.clientId() + "/commands");
        if (unreadable) {
            try (MappedFile file = MappedFile.openReadWrite(commands)) {
                file.buffer().putLong(0, 0); // No magic number.
            }
        }
        startAgain();
        assertEquals(0, subscription.poll(received, 10));
        claim.buffer().putByte(0, (byte) 'a');
        claim.commit();
        assertEquals(1, subscription.poll(received, 10));
        assertEquals(unreadable ? 1 : 0, errors.size(), errors::toString);
        assertTrue(errors.stream().allMatch(error -> error.getMessage().contains(commands.toString())));
        errors.clear();
    }

    @Test
    void withoutADriverNothingIsAddedAndWithTheNextOneItIs() {
        Publication publication = publisher.addPublication(STREAM);
        end();
        assertFalse(publisher.isDriverAlive());
        NoDriverException refusal = assertThrows(NoDriverException.class, () -> publisher.addPublication("orders"));
        assertTrue(refusal.getMessage().contains("driver lost"), refusal.getMessage());
        assertTrue(refusal.getMessage().contains(config.directory().toString()), refusal.getMessage());
        assertThrows(NoDriverException.class, () -> subscriber.addSubscription(STREAM));
        startAgain();

        Publication orders = publisher.addPublication("orders");
        Subscription ofOrders = subscriber.addSubscription("orders");
        Subscription ofQuotes = subscriber.addSubscription(STREAM);
        offer(orders, "order");
        offer(publication, "quote");
        ofOrders.poll(received, 10);
        ofQuotes.poll(received, 10);

        assertEquals(List.of("order", "quote"), received.texts());
    }

    @Test
    void aDriverThatEndsLeavesTheFilesOfAClientThatItHasNotHeardOf() {
        publisher.close();
        subscriber.close();
        Tailrace newcomer = connect(); // The driver has not checked since.
        driver.close();
        Await.until("it is lost", () -> newcomer.invoke() >= 0 && !newcomer.isDriverAlive());
        driver = MediaDriver.launch(config);
        Await.until("it is back", () -> newcomer.invoke() >= 0 && newcomer.isDriverAlive());

        Publication publication = newcomer.addPublication(STREAM);

        assertEquals(0, publication.position());
        newcomer.close();
    }

    @Test
    void halfAListThatADeadDriverLeftDropsNothing() throws IOException {
        Publication publication = publisher.addPublication(STREAM);
        Subscription subscription = subscriber.addSubscription(STREAM);
        Command request;
        try (ControlFile control = ControlFile.open(new DriverDirectory(config.directory()).controlFile())) {
            request = Command.RequestState.madeTo(control.incarnation(), 1);
        }
        end();
        for (Tailrace client : List.of(publisher, subscriber)) {
            Path path = config.directory().resolve("clients/" + client.clientId());
            try (ClientFiles files = ClientFiles.open(path, client.clientId())) {
                new CommandRing.Sender(files.ring(), Waker.NOBODY).send(request);
            }
        }
        startAgain();
        offer(publication, "a");
        subscription.poll(received, 10);

        assertEquals(List.of("a"), received.texts());
        assertFalse(publication.isClosed());
    }

    /** The earlier driver died before that, and perhaps before it noted the subscription. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aSubscriptionGetsThePlaceThatItDoesNotHaveYet(boolean noted) throws IOException {
        Publication shared = publisher.addPublication(STREAM);
        Publication own = publisher.addExclusivePublication(STREAM);
        Subscription subscription = subscriber.addSubscription(
                STREAM, SubscriptionConfig.DEFAULT.withJoinAt(SubscriptionConfig.JoinAt.OLDEST));
        end();
        offer(shared, "shared");
        offer(own, "own");
        DriverDirectory directory = new DriverDirectory(config.directory());
        Path note = directory.client(subscriber.clientId()).resolve("subscription-" + subscription.registrationId());
        try (LogFiles log = LogFiles.open(directory.log(own.logId()), LogFiles.Access.EVERYTHING)) {
            LogMeta meta = log.buffers().meta();
            meta.subscribers().free(Rig.slotOf(meta, subscription));
            if (!noted) {
                Files.delete(note);
            }
            startAgain();
            assertEquals(0, meta.subscriberJoinPosition(Rig.slotOf(meta, subscription)), "the oldest");
        }
        subscription.poll(received, 10);
        assertEquals(Set.of("shared", "own"), Set.copyOf(received.texts()));
        assertEquals(1, own.subscriberCount());
    }

    @Test
    void remnantsOfLogsAreDeletedAndWhatIsBrokenIsReported() throws IOException {
        Publication publication = publisher.addPublication(STREAM);
        Subscription subscription = subscriber.addSubscription(STREAM);
        end();
        Path logs = config.directory().resolve("logs");
        Files.createDirectory(logs.resolve("777.making"));
        Files.createFile(logs.resolve("777.making/meta"));
        Files.createDirectory(logs.resolve("778"));
        Files.createFile(logs.resolve("778/term-0"));
        Files.createDirectory(logs.resolve("779"));
        Files.writeString(logs.resolve("779/meta"), "nonsense");
        LogMeta.Constants nobodys = LogMeta.Constants.of(780, STREAM, Rig.TERM_LENGTH, LogLayout.KIND_CONCURRENT);
        try (LogCreation creation = new LogCreation(logs.resolve("780"), nobodys, FileAccess.PRIVATE)) {
            assertTrue(creation.step(Integer.MAX_VALUE));
        }
        Files.delete(logs.resolve("780/term-2")); // An earlier driver died while it deleted this log.
        startAgain();
        offer(publication, "a");
        subscription.poll(received, 10);

        assertEquals(List.of("a"), received.texts());
        until("only the living log is left", () -> logs.toFile().list().length == 1);
        assertEquals(1, errors.size(), errors::toString);
        assertTrue(errors.get(0).getMessage().contains("779"), errors::toString);
        errors.clear();
    }

    @Test
    void theNextDriverCountsOnAndGivesNoIdAgain() throws IOException {
        DriverDirectory directory = new DriverDirectory(parent);
        long given;
        try (ControlFile dead =
                ControlFile.create(directory.controlFile(), FileAccess.PRIVATE, 3, 99, 65536, FIRST_ID)) {
            given = dead.nextId(); // Of a client that has left nothing: only the control file knows this id.
        }
        PreviousDriver found = PreviousDriver.examine(directory);

        assertEquals(4, found.nextIncarnation());
        assertTrue(found.nextId() > given, "nextId=" + found.nextId());
    }

    @Test
    void withoutAControlFileItCountsOnFromTheFilesOfLogs() throws IOException {
        DriverDirectory directory = new DriverDirectory(parent);
        Files.createDirectories(directory.logs().resolve(Long.toString(FIRST_ID)));

        PreviousDriver found = PreviousDriver.examine(directory);

        assertEquals(1, found.nextIncarnation());
        assertTrue(found.nextId() > FIRST_ID, "nextId=" + found.nextId());
    }
}
