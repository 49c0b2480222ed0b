/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static io.tailrace.driver.Messages.offer;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.Tailrace;
import io.tailrace.codecs.LogKind;
import io.tailrace.control.ClientFiles;
import io.tailrace.control.Command;
import io.tailrace.control.CommandRing;
import io.tailrace.log.JoinAt;
import io.tailrace.log.SubscriberPolicy;
import io.tailrace.log.Waker;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A client sends arbitrary well-formed commands: with the ids of others, with none, twice. Other clients keep what they
 * have. More rounds with {@code -Dtailrace.test.fuzz=N}.
 */
@Timeout(600)
final class HostileCommandsTest extends WithRig {
    private static final int ROUNDS = Integer.getInteger("tailrace.test.fuzz", 20);
    private static final int COMMANDS = 40;
    private static final int MESSAGES = 20;

    private Tailrace good;

    @BeforeEach
    void connect() {
        good = rig.connect();
    }

    @Test
    void othersKeepWhatTheyHave() {
        FuzzRounds.run(HostileCommandsTest.class, ROUNDS, this::publishAndReadMeanwhile);
    }

    private void publishAndReadMeanwhile(Random random, String name) {
        Recorder received = new Recorder();
        List<String> accepted = new ArrayList<>();
        Tailrace bad = rig.connect();
        rig.settle();
        try (Publication publication = Messages.add(good, STREAM, random.nextBoolean());
                Subscription subscription = good.addSubscription(STREAM);
                ClientFiles files =
                        ClientFiles.open(rig.directory().resolve("clients/" + bad.clientId()), bad.clientId())) {
            rig.until("an image", subscription::isConnected);
            CommandRing.Sender sender = new CommandRing.Sender(files.ring(), Waker.NOBODY);
            for (int i = 0; i < COMMANDS; i++) {
                sender.send(command(random, publication.registrationId(), subscription.registrationId()));
                sender.flush();
                if (random.nextInt(4) == 0) {
                    rig.cycle();
                }
            }
            rig.settle();
            for (int i = 0; i < MESSAGES; i++) {
                accepted.add("message " + i);
                assertTrue(offer(publication, "message " + i) > 0, name);
            }
            rig.settle();
            assertEquals(MESSAGES, subscription.poll(received, 100), name);
            assertEquals(accepted, received.texts(), name);
            rig.settle();
            int more = Messages.fill(publication, 1016);
            assertEquals(more, subscription.poll(received, 1_000), name + ": its slot still moves the limit");
            rig.until("space", () -> offer(publication, "a") > 0);
            assertFalse(subscription.images().isEmpty(), name);
        } catch (IOException e) {
            throw new AssertionError(name, e);
        }
        rig.close(bad);
        rig.settle();
        rig.takeErrors();
    }

    private static Command command(Random random, long publicationId, long subscriptionId) {
        long[] ids = {publicationId, subscriptionId, 0, -1, 1, Long.MAX_VALUE, random.nextLong(), random.nextInt(5)};
        long id = ids[random.nextInt(ids.length)];
        String[] streams = {"", "another", "\n", STREAM + "\0", "x".repeat(255)};
        String stream = streams[random.nextInt(streams.length)];
        return switch (random.nextInt(6)) {
            case 0 ->
                new Command.AddPublication(
                        id,
                        random.nextBoolean() ? LogKind.CONCURRENT : LogKind.EXCLUSIVE,
                        random.nextBoolean() ? 0 : random.nextInt(),
                        random.nextBoolean() ? -1 : random.nextLong(),
                        stream,
                        0,
                        null);
            case 1 -> new Command.AddSubscription(id, JoinAt.OLDEST, SubscriberPolicy.BLOCK, stream);
            case 2 ->
                new Command.AddSubscription(
                        id,
                        JoinAt.TAIL,
                        new SubscriberPolicy(SubscriberPolicy.KIND_DROP, Long.MIN_VALUE),
                        random.nextBoolean() ? STREAM : stream);
            case 3 -> new Command.RemovePublication(id);
            case 4 -> new Command.RemoveSubscription(id);
            default -> new Command.RequestState(random.nextLong());
        };
    }
}
