/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.snapshot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.ExclusivePublication;
import io.tailrace.Publication;
import io.tailrace.PublicationConfig;
import io.tailrace.SubscriptionConfig;
import io.tailrace.SubscriptionConfig.Policy;
import io.tailrace.Tailrace;
import io.tailrace.driver.DriverConfig;
import io.tailrace.driver.MediaDriver;
import io.tailrace.memory.MappedBuffer;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Readers that are given up at any moment, and the next ones of their name. */
@Timeout(120)
final class SnapshotReaderTest {
    private static final String STREAM = "numbers";
    private static final String NAME = "sum";
    private static final PublicationConfig LOG = PublicationConfig.DEFAULT.withTermLength(64 * 1024);
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    @TempDir
    Path directory;

    private final long seed = Long.getLong("tailrace.test.seed", System.nanoTime());
    private final List<String> losses = new ArrayList<>();
    private final MappedBuffer buffer = MappedBuffer.allocate(1024);
    private SnapshotFile file;
    private MediaDriver driver;
    private Tailrace tailrace;

    /** Counts and adds up the numbers that come. */
    private static class Sum implements SnapshotReader.Content {
        long count;
        long sum;

        @Override
        public void save(DataOutput output) throws IOException {
            output.writeLong(count);
            output.writeLong(sum);
        }

        @Override
        public void restore(DataInputStream input) throws IOException {
            count = input.readLong();
            sum = input.readLong();
        }
    }

    @BeforeEach
    void launch() {
        file = new SnapshotFile(directory.resolve("sum.snapshot"));
        driver = MediaDriver.launch(DriverConfig.defaults().withDirectory(directory.resolve("driver")));
        tailrace = Tailrace.connect(driver.directory());
    }

    @AfterEach
    void close() {
        tailrace.close();
        driver.close();
    }

    private SnapshotReader read(Sum sum) throws IOException {
        return read(NAME, sum);
    }

    private SnapshotReader read(String name, Sum sum) throws IOException {
        return new SnapshotReader(
                tailrace,
                STREAM,
                name,
                file,
                sum,
                (bytes, offset, length, header) -> {
                    sum.count++;
                    sum.sum += bytes.getLong(offset);
                },
                losses::add);
    }

    private void offer(Publication publication, long number) {
        buffer.putLong(0, number);
        publication.offer(buffer, 0, buffer.capacity(), PATIENCE);
    }

    private static void poll(SnapshotReader reader, Sum sum, long count) throws Exception {
        while (sum.count < count) {
            reader.poll();
        }
    }

    @Test
    void theNextOneGoesOnFromTheSnapshot() throws Exception {
        Sum first = new Sum();
        try (Publication publication = tailrace.addPublication(STREAM, LOG)) {
            try (SnapshotReader reader = read(first)) {
                assertFalse(reader.isRestored());
                for (int i = 1; i <= 20; i++) {
                    offer(publication, i);
                }
                poll(reader, first, 10);
                reader.take();
                poll(reader, first, 20);
                assertTrue(reader.count() > 0);
            }
            Sum second = new Sum();
            try (SnapshotReader reader = read(second)) {
                assertTrue(reader.isRestored());
                assertTrue(second.count >= 10 && second.count <= 20);
                poll(reader, second, 20);
                assertEquals(210, second.sum);
            }
        }
    }

    /** As by a kill behind the rename: the place is behind the snapshot. */
    @Test
    void whatIsSavedAndNotAcknowledgedIsLeftOut() throws Exception {
        SnapshotReader[] readers = new SnapshotReader[1];
        Sum first = new Sum() {
            @Override
            public void save(DataOutput output) throws IOException {
                super.save(output);
                readers[0].close(); // From now on it acknowledges nothing.
            }
        };
        try (ExclusivePublication one = tailrace.addExclusivePublication(STREAM, LOG);
                ExclusivePublication two = tailrace.addExclusivePublication(STREAM, LOG)) {
            readers[0] = read(first);
            for (int i = 1; i <= 10; i++) {
                offer(one, i);
                offer(two, i);
            }
            poll(readers[0], first, 20);
            readers[0].take();

            Sum second = new Sum();
            try (SnapshotReader reader = read(second)) {
                assertEquals(20, second.count);
                offer(one, 1000);
                offer(two, 2000);
                poll(reader, second, 22);
                assertEquals(3110, second.sum);
                while (reader.poll() > 0) {}
                assertEquals(22, second.count);
            }
        }
        assertEquals(List.of(), losses);
    }

    /** Of several logs, some of which end, more than their windows hold, by readers that are given up at any time. */
    @Test
    void nothingIsLostOrRepeatedHoweverOftenReadersAreGivenUp() throws Exception {
        Random random = new Random(seed);
        read(new Sum()).close();
        int logs = 4;
        int each = 2_000;
        Thread publisher = new Thread(() -> {
            for (int log = 0; log < logs; log++) {
                try (ExclusivePublication publication = tailrace.addExclusivePublication(STREAM, LOG)) {
                    for (int i = 1; i <= each; i++) {
                        offer(publication, i);
                    }
                }
            }
        });
        publisher.start();
        long expected = (long) logs * each;
        Sum sum = new Sum();
        int readers = 0;
        while (sum.count < expected) {
            sum = new Sum();
            readers++;
            try (SnapshotReader reader = read(sum)) {
                for (int polls = random.nextInt(40); polls > 0 && sum.count < expected; polls--) {
                    reader.poll();
                }
            }
            assertTrue(sum.count <= expected, "repeated, seed=" + seed);
        }
        publisher.join();
        assertEquals((long) logs * each * (each + 1) / 2, sum.sum, "readers=" + readers + ", seed=" + seed);
        assertEquals(List.of(), losses);
    }

    @Test
    void whatIsReadLastIsSavedSoon() throws Exception {
        Sum sum = new Sum();
        try (Publication publication = tailrace.addPublication(STREAM, LOG);
                SnapshotReader reader = read(sum)) {
            offer(publication, 7);
            while (reader.count() == 0) {
                reader.poll();
            }
            long beginNs = System.nanoTime();
            while (System.nanoTime() - beginNs < 1_500_000_000) {
                reader.poll();
            }
            assertEquals(1, reader.count(), "nothing new, nothing to save");
        }
        try (SnapshotReader reader = read(new Sum())) {
            assertTrue(reader.isRestored());
        }
    }

    @Test
    void aDamagedFileIsRefusedAndLeavesNoPlaceBehind() throws Exception {
        try (Publication publication = tailrace.addPublication(STREAM, LOG)) {
            Files.write(file.path(), new byte[100]);

            assertThrows(IOException.class, () -> read(new Sum()));

            assertEquals(0, publication.subscriberCount());
        }
    }

    @Test
    void aSnapshotOfAnotherNameOrOtherContentIsRefused() throws Exception {
        try (Publication publication = tailrace.addPublication(STREAM, LOG)) {
            try (SnapshotReader reader = read(new Sum())) {
                reader.take();
            }
            IOException name = assertThrows(IOException.class, () -> read("other", new Sum()));
            assertTrue(name.getMessage().contains("name=sum, expected=other; remove it"), name::getMessage);
            IOException content = assertThrows(
                    IOException.class,
                    () -> read(new Sum() {
                        @Override
                        public void restore(DataInputStream input) throws IOException {
                            super.restore(input);
                            throw new IOException("another summary was saved");
                        }
                    }));
            assertTrue(content.getMessage().contains("another summary was saved; remove it"), content::getMessage);
            assertEquals(1, publication.subscriberCount(), "the place of the name is kept");
            read(new Sum()).close();
        }
    }

    @Test
    void onAFullDiskItStopsAndNothingIsLost() throws Exception {
        try (Publication publication = tailrace.addPublication(STREAM, LOG)) {
            Sum first = new Sum();
            try (SnapshotReader reader = read(first)) {
                Files.createSymbolicLink(directory.resolve("sum.snapshot.next"), Path.of("/dev/full"));
                IOException failure = assertThrows(IOException.class, () -> {
                    for (int i = 1; i <= 1_000; i++) {
                        offer(publication, i);
                        reader.poll();
                    }
                });
                assertTrue(failure.getMessage().contains("make room and start again"), failure::getMessage);
            }
            Sum second = new Sum();
            try (SnapshotReader reader = read(second)) {
                assertFalse(reader.isRestored());
                poll(reader, second, first.count);
                assertEquals(first.sum, second.sum);
            }
        }
    }

    @Test
    void whatWasLostWhileNobodyKeptThePlaceIsTold() throws Exception {
        try (Publication publication = tailrace.addPublication(STREAM, LOG)) {
            Sum first = new Sum();
            try (SnapshotReader reader = read(first)) {
                offer(publication, 1);
                poll(reader, first, 1);
                reader.take();
            }
            tailrace.addSubscription(STREAM, SubscriptionConfig.DEFAULT.withName(NAME, Duration.ZERO))
                    .close();
            while (publication.subscriberCount() > 0) {
                Thread.onSpinWait();
            }
            tailrace.addSubscription(STREAM, SubscriptionConfig.DEFAULT.withPolicy(Policy.DROP)); // Waits for nobody.
            for (int i = 0; i < 1_000; i++) {
                offer(publication, i);
            }
            Sum second = new Sum();
            try (SnapshotReader reader = read(second)) {
                poll(reader, second, 2);
            }
            assertEquals(1, losses.size());
            assertTrue(losses.get(0).startsWith("events were lost, for the place of the subscription was given up:"));
            assertTrue(losses.get(0).matches(".*, bytes=[1-9]\\d{5}"), losses.get(0));
        }
    }
}
