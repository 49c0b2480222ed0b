/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.Tailrace;
import io.tailrace.control.ClientFiles;
import io.tailrace.log.LogLayout;
import io.tailrace.testing.ProcessScene;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.agrona.concurrent.ringbuffer.RingBufferDescriptor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whatever an earlier driver and its living clients left in logs, command rings and the control file, a new driver
 * starts soon, reports what it refuses, and serves other clients. More rounds with {@code -Dtailrace.test.fuzz=N}, one
 * round again with {@code -Dtailrace.test.seed=S -Dtailrace.test.fuzz=1}.
 */
@Timeout(600)
final class AdoptionFuzzTest extends WithInvokedDriver {
    private static final int ROUNDS = Integer.getInteger("tailrace.test.fuzz", 150);
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int CYCLES = 40;
    private static final int T = Rig.TERM_LENGTH;

    /** Head and tail follow the ring's commands. */
    private static final int RING_TRAILER_OFFSET =
            ClientFiles.RING_OFFSET + ClientFiles.RING_LENGTH - RingBufferDescriptor.TRAILER_LENGTH;

    private static final int[] META_FIELDS = {
        LogLayout.TAIL_OFFSET,
        LogLayout.LIMIT_OFFSET,
        LogLayout.CLEAN_POSITION_OFFSET,
        LogLayout.CLEANING_TARGET_OFFSET,
        LogLayout.JOIN_POSITION_OFFSET,
        LogLayout.END_POSITION_OFFSET,
        LogLayout.QUESTION_OFFSET,
        LogLayout.publisherSlot(0),
        LogLayout.publisherSlot(0) + LogLayout.SLOT_CLIENT_ID_OFFSET,
        LogLayout.publisherSlot(0) + LogLayout.PUBLISHER_ANSWER_OFFSET,
        LogLayout.publisherSlot(0) + LogLayout.PUBLISHER_LOWEST_DEBT_OFFSET,
        LogLayout.publisherSlot(7),
        LogLayout.subscriberSlot(0),
        LogLayout.subscriberSlot(0) + LogLayout.SLOT_CLIENT_ID_OFFSET,
        LogLayout.subscriberSlot(0) + LogLayout.SUBSCRIBER_JOIN_POSITION_OFFSET,
        LogLayout.subscriberSlot(0) + LogLayout.SUBSCRIBER_POSITION_OFFSET,
        LogLayout.subscriberSlot(5),
    };

    private final Map<Path, byte[]> sound = new TreeMap<>();
    private Tailrace publisher;
    private Tailrace subscriber;

    @BeforeEach
    void leaveLogs() throws IOException {
        publisher = connect();
        subscriber = connect();
        use("quotes", publisher::addPublication);
        use("orders", publisher::addExclusivePublication);
        assertEquals(List.of(), errors);
        driver.close();
        for (String folder : List.of("logs", "clients")) {
            try (Stream<Path> paths = Files.walk(config.directory().resolve(folder))) {
                for (Path path : paths.filter(Files::isRegularFile).toList()) {
                    if (!path.endsWith("lock")) {
                        sound.put(path, Files.readAllBytes(path));
                    }
                }
            }
        }
        Path control = config.directory().resolve("control");
        sound.put(control, Files.readAllBytes(control));
        assertEquals(2 * 4 + 2 + 2 + 1, sound.size(), sound.keySet()::toString);
    }

    /** Publishes several laps, and at the end some messages that no subscriber has read. */
    private void use(String stream, Function<String, Publication> add) {
        Publication publication = add.apply(stream);
        Subscription subscription = subscriber.addSubscription(stream);
        for (int lap = 0; lap < 12; lap++) {
            for (int i = 0; i < 20; i++) {
                driver.invoke();
                publisher.invoke();
                subscriber.invoke();
            }
            Messages.fill(publication, 1016);
            if (lap < 11) {
                subscription.poll((buffer, offset, length, header) -> {}, 1_000);
            }
        }
        assertTrue(publication.position() > 3L * T, "position=" + publication.position());
    }

    @AfterEach
    void close() {
        publisher.close();
        subscriber.close();
    }

    /**
     * Each file is new, so the clients' memory stays as it was. The clients let go of no log, so the logs of earlier
     * rounds would remain.
     */
    private void write(Map<Path, byte[]> files) throws IOException {
        ProcessScene.delete(config.directory().resolve("logs"));
        for (Map.Entry<Path, byte[]> file : files.entrySet()) {
            Files.createDirectories(file.getKey().getParent());
            Files.deleteIfExists(file.getKey());
            Files.write(file.getKey(), file.getValue());
        }
    }

    @Test
    void anyBytesAreSurvived() {
        FuzzRounds.run(AdoptionFuzzTest.class, ROUNDS, (random, name) -> {
            Map<Path, byte[]> files = new TreeMap<>();
            sound.forEach((path, bytes) -> files.put(path, damage(random, path, bytes.clone())));
            assertTimeoutPreemptively(LIMIT, () -> adopt(files), name);
            for (Throwable error : errors) {
                assertIsExpected(error, name);
            }
            errors.clear();
        });
    }

    private void adopt(Map<Path, byte[]> files) throws IOException {
        write(files);
        driver = MediaDriver.launch(config);
        try {
            for (int i = 0; i < CYCLES; i++) {
                driver.invoke();
            }
            serve();
        } finally {
            driver.close();
        }
    }

    private void serve() {
        try (Tailrace other = connect()) {
            Subscription subscription = other.addSubscription("another stream");
            Publication publication = other.addPublication("another stream");
            assertTrue(Messages.offer(publication, "a") > 0);
            assertEquals(1, subscription.poll((buffer, offset, length, header) -> {}, 10));
        }
    }

    /** A refusal is reported as such, and not discovered later by accident. */
    static void assertIsExpected(Throwable error, String name) {
        boolean isRing = String.valueOf(error.getMessage()).contains("broke its command ring");
        for (Throwable cause = error; cause != null && !isRing; cause = cause.getCause()) {
            boolean accident = cause instanceof Error
                    || cause instanceof NullPointerException
                    || cause instanceof IndexOutOfBoundsException
                    || cause instanceof ArithmeticException
                    || cause instanceof ClassCastException;
            if (accident) {
                throw new AssertionError(name + ": " + error, error);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {-8, 3, Long.MIN_VALUE, Long.MAX_VALUE - 7})
    void theRefusalNamesFieldAndValueAndTheOtherLogIsKept(long value) throws IOException {
        Map<Path, byte[]> files = new TreeMap<>(sound);
        Path meta = sound.keySet().stream()
                .filter(path -> path.endsWith("meta"))
                .findFirst()
                .orElseThrow();
        byte[] bytes = files.get(meta).clone();
        words(bytes).putLong(LogLayout.CLEANING_TARGET_OFFSET, value);
        files.put(meta, bytes);

        adopt(files);

        assertEquals(1, errors.size(), errors::toString);
        String message = errors.get(0).getMessage();
        assertTrue(
                message.contains("cleaningTarget=" + value)
                        && message.contains(meta.getParent().toString()),
                message);
        assertFalse(Files.exists(meta), "deleted");
        long kept = sound.keySet().stream()
                .filter(path -> path.endsWith("meta") && Files.exists(path))
                .count();
        assertEquals(1, kept);
    }

    private static ByteBuffer words(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static byte[] damage(Random random, Path path, byte[] bytes) {
        boolean isMeta = path.endsWith("meta");
        switch (random.nextInt(isMeta ? 6 : 12)) {
            case 0 -> {
                byte[] garbage = new byte[random.nextInt(4) == 0 ? random.nextInt(bytes.length) : bytes.length];
                random.nextBytes(garbage);
                return garbage;
            }
            case 1 -> { // The first checks succeed.
                byte[] head = bytes.clone();
                random.nextBytes(bytes);
                System.arraycopy(head, 0, bytes, 0, Math.min(LogLayout.TAIL_OFFSET, bytes.length / 2));
                if (path.endsWith("commands") && random.nextBoolean()) { // Else head and tail are absurd, too.
                    long tail = random.nextInt(1 << 12) * 8L;
                    words(bytes).putLong(RING_TRAILER_OFFSET + RingBufferDescriptor.TAIL_POSITION_OFFSET, tail);
                    words(bytes).putLong(RING_TRAILER_OFFSET + RingBufferDescriptor.HEAD_POSITION_OFFSET, 0);
                }
            }
            case 2, 3 -> mutate(random, bytes, isMeta);
            default -> {
                // Sound: the names used by the others must match, too.
            }
        }
        return bytes;
    }

    private static void mutate(Random random, byte[] bytes, boolean isMeta) {
        ByteBuffer words = words(bytes);
        int mutations = 1 + random.nextInt(4);
        for (int i = 0; i < mutations; i++) {
            if (isMeta && random.nextInt(8) > 0) {
                int field = META_FIELDS[random.nextInt(META_FIELDS.length)];
                words.putLong(field, position(random, words.getLong(field)));
            } else {
                int index = random.nextInt(bytes.length / Long.BYTES) * Long.BYTES;
                words.putLong(index, position(random, words.getLong(index)));
            }
        }
    }

    private static long position(Random random, long old) {
        long[] values = {-1, -8, 0, 1, 8, Long.MAX_VALUE, Long.MIN_VALUE, Long.MAX_VALUE - 7, 1L << 62, 1L << 40};
        return switch (random.nextInt(5)) {
            case 0 -> random.nextLong();
            case 1 -> old + 8L * (random.nextInt(64) - 32);
            case 2 -> old + (long) T * (random.nextInt(9) - 4);
            case 3 -> random.nextInt(8 * T) & -8L;
            default -> values[random.nextInt(values.length)];
        };
    }
}
