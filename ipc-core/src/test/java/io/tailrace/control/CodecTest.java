/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.codecs.FailureCode;
import io.tailrace.codecs.LogKind;
import io.tailrace.control.MessageCodec.MalformedMessageException;
import io.tailrace.log.JoinAt;
import io.tailrace.log.LogMirror;
import io.tailrace.log.SubscriberName;
import io.tailrace.log.SubscriberPolicy;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.testing.Seeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Commands and events to bytes and back, and invalid bytes. */
final class CodecTest {
    private static final String LONGEST = "ä".repeat(127) + "a";
    private static final int ROOM = 2048;
    private static final int OFFSET = 64;
    private static final int HOSTILE_MESSAGES = 1_000 * Integer.getInteger("tailrace.test.rounds", 10);

    private final MessageCodec codec = new MessageCodec();
    private final MappedBuffer buffer = MappedBuffer.allocate(ROOM);

    static List<Command> allCommands() {
        List<Command> all = new ArrayList<>(List.of(
                new Command.RemovePublication(Long.MAX_VALUE),
                new Command.RemoveSubscription(Long.MIN_VALUE),
                new Command.CloseClient(),
                new Command.RequestState(-1)));
        for (String stream : List.of("", "quotes", "日本 😀", LONGEST)) {
            for (LogKind kind : new LogKind[] {LogKind.CONCURRENT, LogKind.EXCLUSIVE}) {
                all.add(new Command.AddPublication(42, kind, 1 << 20, Long.MAX_VALUE, stream, 0, null));
                all.add(new Command.AddPublication(42, kind, 0, 1, stream, 1L << 40, new LogMirror("日本 😀", 7, 0)));
            }
            for (JoinAt joinAt : List.of(JoinAt.TAIL, JoinAt.OLDEST, JoinAt.position(7, Long.MAX_VALUE))) {
                all.add(new Command.AddSubscription(0, joinAt, SubscriberPolicy.BLOCK, stream));
                all.add(new Command.AddSubscription(0, joinAt, SubscriberPolicy.DROP, stream));
                all.add(new Command.AddSubscription(
                        0, joinAt, SubscriberPolicy.DROP, stream, new SubscriberName("risk", 30_000)));
                all.add(new Command.AddSubscription(0, joinAt, SubscriberPolicy.evict(Long.MAX_VALUE), stream));
            }
        }
        return all;
    }

    static List<Event> allEvents() {
        List<Event> all = new ArrayList<>(List.of(
                new Event.PublicationReady(1, 2, 3, 63),
                new Event.SubscriptionReady(Long.MAX_VALUE, 0),
                new Event.ImageAvailable(1, 2, 3, 63, Long.MAX_VALUE),
                new Event.ImageUnavailable(1, -1, Long.MIN_VALUE),
                new Event.StateComplete(5, 6)));
        for (FailureCode code : FailureCode.values()) {
            if (code != FailureCode.NULL_VAL) {
                all.add(new Event.Failed(1, 2, code, "because of " + code));
            }
        }
        all.add(new Event.Failed(1, 2, FailureCode.INTERNAL, ""));
        all.add(new Event.Failed(1, 2, FailureCode.STORAGE, "x".repeat(1000)));
        return all;
    }

    static List<Object> allMessages() {
        List<Object> all = new ArrayList<>(allCommands());
        all.addAll(allEvents());
        return all;
    }

    private int encode(Object message) {
        return message instanceof Command command
                ? codec.encode(command, buffer)
                : codec.encode((Event) message, buffer);
    }

    /** Decodes bytes as a message of a kind. */
    private Object decode(boolean isCommand, MappedBuffer from, int offset, int length) {
        return isCommand ? codec.decodeCommand(from, offset, length) : codec.decodeEvent(from, offset, length);
    }

    @Test
    void everyKindOfMessageIsTriedHere() {
        Stream.of(Command.class, Event.class)
                .flatMap(kind -> Arrays.stream(kind.getPermittedSubclasses()))
                .forEach(kind -> assertTrue(allMessages().stream().anyMatch(kind::isInstance), kind::getName));
    }

    @ParameterizedTest
    @MethodSource("allMessages")
    void aMessageComesBackAsItWasAndItsPartsAreMalformed(Object message) {
        boolean isCommand = message instanceof Command;
        int length = encode(message);
        MappedBuffer elsewhere = MappedBuffer.allocate(ROOM);
        elsewhere.putBytes(OFFSET, buffer, 0, length);

        assertEquals(message, decode(isCommand, buffer, 0, length));
        assertEquals(message, decode(isCommand, elsewhere, OFFSET, length));
        if (message instanceof Event event) {
            assertEquals(event.clientId(), codec.readClientId(buffer, 0, length));
        }
        assertThrows(MalformedMessageException.class, () -> decode(!isCommand, buffer, 0, length), "the other kind");
        for (int cut = 0; cut < length; cut++) {
            int shorter = cut;
            assertThrows(
                    MalformedMessageException.class,
                    () -> decode(isCommand, buffer, 0, shorter),
                    () -> "cut to " + shorter);
        }
    }

    @Test
    void aMirrorWithoutANameOfItsHostIsMalformed() {
        int length = codec.encode(
                new Command.AddPublication(42, LogKind.EXCLUSIVE, 0, 1, "", 0, new LogMirror("h", 7, 0)), buffer);
        buffer.putShort(length - 3, (short) 0);

        assertThrows(MalformedMessageException.class, () -> codec.decodeCommand(buffer, 0, length - 1));
    }

    @Test
    void randomBytesAndMutatedMessagesAreRefusedOrRead() {
        Random random = new Random(Seeds.of(CodecTest.class));
        List<Object> some = allMessages();
        byte[] bytes = new byte[256];
        for (int i = 0; i < HOSTILE_MESSAGES; i++) {
            random.nextBytes(bytes);
            buffer.putBytes(0, bytes);
            decodeHostile(random.nextInt(bytes.length + 1));
            int length = encode(some.get(random.nextInt(some.size())));
            for (int mutations = 1 + random.nextInt(4); mutations > 0; mutations--) {
                // Mostly in the header and the lengths, where it matters.
                buffer.putByte(random.nextInt(random.nextBoolean() ? 8 : Math.max(length, 1)), (byte) random.nextInt());
            }
            decodeHostile(random.nextInt(4) == 0 ? random.nextInt(length + 1) : length);
        }
    }

    private void decodeHostile(int length) {
        for (boolean isCommand : new boolean[] {true, false}) {
            try {
                String read = decode(isCommand, buffer, 0, length).toString();
                assertTrue(read.length() <= ROOM, "nothing is made that is larger than its message");
            } catch (MalformedMessageException | IllegalArgumentException e) {
                // Expected.
            }
        }
    }
}
