/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tailrace.testing.Await;
import io.tailrace.testing.JavaProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * A driver, a publisher and a subscriber on fresh JVMs without flags: not a word on stderr, no Unsafe on JDKs where it
 * would print a warning, little memory.
 */
final class PlainJvmIT {
    private static final int MESSAGES = 10_000;
    private static final int TERM_LENGTH = 4 * 1024 * 1024;
    private static final int FIRST_JDK_THAT_WARNS = 24;
    private static final int MAX_DRIVER_KIB = 150 * 1024;

    @RegisterExtension
    final Scene scene = new Scene();

    private JavaProcess driver;
    private LoadPublisher publisher;
    private JavaProcess subscriber;

    /** Each logs the classes that it loads to a file of its own. */
    private void start() throws IOException {
        driver = scene.start(jvm("driver"), "drive", "term=" + TERM_LENGTH);
        driver.awaitLine("READY");
        subscriber =
                scene.start(jvm("subscriber"), "receive", "messages=" + MESSAGES, "longest=" + (TERM_LENGTH / 8 - 8));
        subscriber.awaitLine("SUBSCRIPTION");
        publisher = scene.startPublisher(jvm("publisher"), Cast.STREAM, "concurrent");
        Await.until("many messages", () -> publisher.accepted() > MESSAGES);
    }

    private Jvm jvm(String name) {
        return Jvm.PLAIN.with("-Xlog:class+load:file=" + classLog(name));
    }

    private Path classLog(String name) {
        return scene.root().resolve("classes-" + name + ".log");
    }

    private void finish() {
        publisher.process().end();
        assertEquals(publisher.accepted() + " of 1", subscriber.awaitLine("RECEIVED"));
        subscriber.awaitQuietEnd();
        driver.end();
    }

    @Test
    void aLogTakesThreeTermsAnd64KibAtMostAndItsDriverLittleMemory() throws Exception {
        start();
        long bytes = bytesOf(scene.directory().resolve("logs"));
        assertTrue(bytes >= 3L * TERM_LENGTH, "bytes=" + bytes);
        assertTrue(bytes <= 3L * TERM_LENGTH + 64 * 1024, "bytes=" + bytes);
        Path status = Path.of("/proc", Long.toString(driver.pid()), "status");
        List<String> lines = Files.exists(status) ? Files.readAllLines(status) : List.of();
        finish();
        assertNothingLoadsWhatNeedsAFlag();
        assumeTrue(!lines.isEmpty(), "no /proc: the driver's memory is not measured");
        long residentKib = field(lines, "VmRSS:") - field(lines, "RssShmem:");
        assertTrue(residentKib > 0 && residentKib < MAX_DRIVER_KIB, "terms not counted: residentKib=" + residentKib);
    }

    private void assertNothingLoadsWhatNeedsAFlag() throws IOException {
        for (String name : List.of("driver", "publisher", "subscriber")) {
            String classes = Files.readString(classLog(name));
            assertTrue(classes.contains(" org.agrona.concurrent.ringbuffer.OneToOneRingBuffer "), name);
            assertTrue(classes.contains(" io.tailrace.memory.MappedBuffer "), name);
            assertFalse(classes.contains(" org.agrona.UnsafeApi "), name);
            assertFalse(classes.contains(" org.agrona.concurrent.UnsafeBuffer "), name);
            assertEquals(
                    Runtime.version().feature() < FIRST_JDK_THAT_WARNS, classes.contains(" sun.misc.Unsafe "), name);
        }
    }

    private static long bytesOf(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .mapToLong(file -> file.toFile().length())
                    .sum();
        }
    }

    private static long field(List<String> lines, String name) {
        return lines.stream()
                .filter(line -> line.startsWith(name))
                .map(line -> line.replaceAll("[^0-9]", ""))
                .mapToLong(Long::parseLong)
                .findFirst()
                .orElseThrow();
    }
}
