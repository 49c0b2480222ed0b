/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * A driver, a publisher and a subscriber on fresh JVMs without flags: not a word on stderr, no Unsafe on JDKs where it
 * would print a warning, little memory.
 */
final class PlainJvmIT {
    private static final String STREAM = "quotes";
    private static final int MESSAGES = 10_000;
    private static final int DEFAULT_TERM_LENGTH = 4 * 1024 * 1024;
    private static final int FIRST_JDK_THAT_WARNS = 24;
    private static final int MAX_DRIVER_KIB = 150 * 1024;

    @RegisterExtension
    final Scene scene = new Scene();

    private JavaProcess driver;
    private JavaProcess publisher;
    private JavaProcess subscriber;

    /** Starts all three; if the test asks for it, each logs the classes that it loads to a file of its own. */
    private void start(boolean logClasses, int termLength) throws IOException, InterruptedException {
        driver = scene.start(
                Jdk.running(), flags(logClasses, "driver"), DriverProcessMain.class, scene.directory(), termLength);
        driver.awaitLine("READY");
        subscriber = scene.start(
                Jdk.running(),
                flags(logClasses, "subscriber"),
                SubscriberMain.class,
                scene.directory(),
                STREAM,
                MESSAGES,
                termLength / 8 - 8);
        publisher = scene.start(
                Jdk.running(),
                flags(logClasses, "publisher"),
                PublisherMain.class,
                scene.directory(),
                STREAM,
                "concurrent",
                MESSAGES,
                "-");
        subscriber.awaitLine("SUBSCRIPTION");
        publisher.awaitLine("PUBLICATION");
    }

    private List<String> flags(boolean logClasses, String name) {
        return logClasses ? List.of("-Xlog:class+load:file=" + classLog(name)) : List.of();
    }

    private Path classLog(String name) {
        return scene.root().resolve("classes-" + name + ".log");
    }

    private void finish() throws InterruptedException {
        publisher.tell("go");
        publisher.awaitQuietEnd();
        subscriber.awaitQuietEnd();
        driver.tell("end");
        driver.awaitQuietEnd();
        assertEquals(MESSAGES + " of 1", subscriber.awaitLine("RECEIVED"));
    }

    @Test
    void withoutFlagsNothingIsSaidOnStandardError() throws Exception {
        start(false, Scene.TERM_LENGTH);
        finish();
    }

    @Test
    void unsafeIsLoadedOnlyWhereTheJdkAllowsIt() throws Exception {
        start(true, Scene.TERM_LENGTH);
        finish();

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

    @Test
    void aLogTakesThreeTermsAnd64KibAtMostAndItsDriverLittleMemory() throws Exception {
        start(false, DEFAULT_TERM_LENGTH);

        long bytes = bytesOf(scene.directory().resolve("logs"));
        assertTrue(bytes >= 3L * DEFAULT_TERM_LENGTH, "bytes=" + bytes);
        assertTrue(bytes <= 3L * DEFAULT_TERM_LENGTH + 64 * 1024, "bytes=" + bytes);
        Path status = Path.of("/proc", Long.toString(driver.pid()), "status");
        Assumptions.assumeTrue(Files.exists(status), "no /proc: the driver's memory is not measured");
        long beforeKib = residentKib(status);
        publisher.tell("go");
        publisher.awaitQuietEnd();
        subscriber.awaitQuietEnd();
        long afterKib = residentKib(status);
        System.out.println("PlainJvmIT: driver resident, terms not counted: before=" + beforeKib + " KiB, after="
                + afterKib + " KiB");
        assertTrue(beforeKib > 0 && beforeKib < MAX_DRIVER_KIB, "residentKib=" + beforeKib);
        assertTrue(afterKib < MAX_DRIVER_KIB, "residentKib=" + afterKib);
    }

    private static long bytesOf(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .mapToLong(file -> file.toFile().length())
                    .sum();
        }
    }

    private static long residentKib(Path status) throws IOException {
        List<String> lines = Files.readAllLines(status);
        return field(lines, "VmRSS:") - field(lines, "RssShmem:");
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
