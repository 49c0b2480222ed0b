/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.codecs.AddPublicationEncoder;
import io.tailrace.codecs.FailureCode;
import io.tailrace.codecs.LogKind;
import io.tailrace.codecs.MessageHeaderEncoder;
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
                all.add(new Command.AddPublication(42, kind, 1 << 20, Long.MAX_VALUE, stream));
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

    static Stream<Class<?>> kindsOfMessages() {
        return Stream.of(Command.class, Event.class).flatMap(kind -> Arrays.stream(kind.getPermittedSubclasses()));
    }

    @ParameterizedTest
    @MethodSource("kindsOfMessages")
    void everyKindOfMessageIsTriedHere(Class<?> kind) {
        assertTrue(
                Stream.concat(allCommands().stream(), allEvents().stream()).anyMatch(kind::isInstance), kind::getName);
    }

    @ParameterizedTest
    @MethodSource("allCommands")
    void aCommandComesBackAsItWas(Command command) {
        int length = codec.encode(command, buffer);
        MappedBuffer elsewhere = MappedBuffer.allocate(ROOM);
        elsewhere.putBytes(OFFSET, buffer, 0, length);

        assertEquals(command, codec.decodeCommand(buffer, 0, length));
        assertEquals(command, codec.decodeCommand(elsewhere, OFFSET, length));
    }

    @Test
    void aPublicationOfTheFirstVersionAsksForNoTermLength() {
        Command expected = new Command.AddPublication(42, LogKind.EXCLUSIVE, "quotes");
        assertEquals(expected, decodeOfVersion(1, Long.BYTES + 1));
    }

    @Test
    void aPublicationOfTheSecondVersionAsksForNoRetention() {
        buffer.putInt(MessageHeaderEncoder.ENCODED_LENGTH + Long.BYTES + 1, 1 << 20);

        Command expected = new Command.AddPublication(42, LogKind.EXCLUSIVE, 1 << 20, -1, "quotes");
        assertEquals(expected, decodeOfVersion(2, Long.BYTES + 1 + Integer.BYTES));
    }

    @Test
    void aPublicationOfTheThirdVersionHasARetention() {
        assertThrows(MalformedMessageException.class, () -> decodeOfVersion(3, Long.BYTES + 1 + Integer.BYTES));
    }

    @Test
    void aPublicationOfTheFifthVersionIsOfNoMirror() {
        int retention = MessageHeaderEncoder.ENCODED_LENGTH + Long.BYTES + 1 + Integer.BYTES;
        buffer.putLong(retention, 77);

        Command expected = new Command.AddPublication(42, LogKind.EXCLUSIVE, 0, 77, "quotes");
        assertEquals(expected, decodeOfVersion(5, Long.BYTES + 1 + Integer.BYTES + Long.BYTES));
    }

    @Test
    void aPublicationOfTheSixthVersionHasAHost() {
        int block = AddPublicationEncoder.BLOCK_LENGTH;

        assertThrows(MalformedMessageException.class, () -> decodeOfVersion(6, block));
    }

    @Test
    void aMirrorWithoutANameOfItsHostIsMalformed() {
        int length = codec.encode(
                new Command.AddPublication(42, LogKind.EXCLUSIVE, 0, 1, "", 0, new LogMirror("h", 7, 0)), buffer);
        buffer.putShort(length - 3, (short) 0);

        assertThrows(MalformedMessageException.class, () -> codec.decodeCommand(buffer, 0, length - 1));
    }

    /** The command as an earlier version wrote it, with a shorter block. */
    private Command decodeOfVersion(int version, int block) {
        new MessageHeaderEncoder()
                .wrap(buffer, 0)
                .blockLength(block)
                .templateId(AddPublicationEncoder.TEMPLATE_ID)
                .schemaId(AddPublicationEncoder.SCHEMA_ID)
                .version(version);
        int body = MessageHeaderEncoder.ENCODED_LENGTH;
        buffer.putLong(body, 42);
        buffer.putByte(body + Long.BYTES, (byte) LogKind.EXCLUSIVE.value());
        buffer.putShort(body + block, (short) 6);
        buffer.putStringWithoutLengthAscii(body + block + Short.BYTES, "quotes");

        return codec.decodeCommand(buffer, 0, body + block + Short.BYTES + 6);
    }

    @ParameterizedTest
    @MethodSource("allEvents")
    void anEventComesBackAsItWas(Event event) {
        int length = codec.encode(event, buffer);
        MappedBuffer elsewhere = MappedBuffer.allocate(ROOM);
        elsewhere.putBytes(OFFSET, buffer, 0, length);

        assertEquals(event.clientId(), codec.readClientId(buffer, 0, length));
        assertEquals(event, codec.decodeEvent(buffer, 0, length));
        assertEquals(event, codec.decodeEvent(elsewhere, OFFSET, length));
    }

    @ParameterizedTest
    @MethodSource("allCommands")
    void aCommandCutShortIsMalformed(Command command) {
        int length = codec.encode(command, buffer);

        for (int cut = 0; cut < length; cut++) {
            int shorter = cut;
            assertThrows(
                    MalformedMessageException.class,
                    () -> codec.decodeCommand(buffer, 0, shorter),
                    () -> "cut to " + shorter);
        }
    }

    @ParameterizedTest
    @MethodSource("allEvents")
    void anEventCutShortIsMalformed(Event event) {
        int length = codec.encode(event, buffer);

        for (int cut = 0; cut < length; cut++) {
            int shorter = cut;
            assertThrows(
                    MalformedMessageException.class,
                    () -> codec.decodeEvent(buffer, 0, shorter),
                    () -> "cut to " + shorter);
        }
    }

    @Test
    void aCommandIsNoEventAndTheReverse() {
        for (Command command : allCommands()) {
            int length = codec.encode(command, buffer);
            assertThrows(MalformedMessageException.class, () -> codec.decodeEvent(buffer, 0, length));
        }
        for (Event event : allEvents()) {
            int length = codec.encode(event, buffer);
            assertThrows(MalformedMessageException.class, () -> codec.decodeCommand(buffer, 0, length));
        }
    }

    @Test
    void randomBytesAreRefusedOrRead() {
        long seed = Seeds.of(CodecTest.class);
        Random random = new Random(seed);
        byte[] bytes = new byte[256];
        for (int i = 0; i < 40_000; i++) {
            random.nextBytes(bytes);
            buffer.putBytes(0, bytes);
            decodeHostile(random.nextInt(bytes.length + 1));
        }
    }

    @Test
    void mutatedMessagesAreRefusedOrRead() {
        long seed = Seeds.of(CodecTest.class);
        Random random = new Random(seed);
        List<Command> someCommands = allCommands();
        List<Event> someEvents = allEvents();
        for (int i = 0; i < 40_000; i++) {
            int length = random.nextBoolean()
                    ? codec.encode(someCommands.get(random.nextInt(someCommands.size())), buffer)
                    : codec.encode(someEvents.get(random.nextInt(someEvents.size())), buffer);
            for (int mutations = 1 + random.nextInt(4); mutations > 0; mutations--) {
                // Mostly in the header and the lengths, where it matters.
                buffer.putByte(random.nextInt(random.nextBoolean() ? 8 : Math.max(length, 1)), (byte) random.nextInt());
            }
            decodeHostile(random.nextInt(4) == 0 ? random.nextInt(length + 1) : length);
        }
    }

    private void decodeHostile(int length) {
        try {
            Command command = codec.decodeCommand(buffer, 0, length);
            assertTrue(command.toString().length() <= ROOM, "nothing is made that is larger than its message");
        } catch (MalformedMessageException | IllegalArgumentException e) {
            // Expected.
        }
        try {
            Event event = codec.decodeEvent(buffer, 0, length);
            assertTrue(event.toString().length() <= ROOM, "nothing is made that is larger than its message");
        } catch (MalformedMessageException | IllegalArgumentException e) {
            // Expected.
        }
    }
}
