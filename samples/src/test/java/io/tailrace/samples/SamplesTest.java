/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.Publication;
import io.tailrace.Tailrace;
import io.tailrace.driver.DriverConfig;
import io.tailrace.driver.MediaDriver;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs each sample as a user would: in its own JVM, without flags. */
class SamplesTest {
    @TempDir
    Path directory;

    @Test
    void publisherAndSubscriberExchangeTexts() throws Exception {
        Path driverDirectory = directory.resolve("driver");
        try (MediaDriver driver = MediaDriver.launch(DriverConfig.DEFAULT.withDirectory(driverDirectory))) {
            Process subscriber = start(Subscriber.class, driver.directory(), "greetings");
            Process publisher = start(Publisher.class, driver.directory(), "greetings", "hello", "", "world");
            List<String> lines = output(subscriber);
            assertEquals(List.of(), output(publisher));
            assertEquals(List.of("0 hello", "16 ", "24 world"), lines);
        }
    }

    @Test
    void quotesAreEncodedAndDecodedInTheLog() throws Exception {
        for (Class<?> sample : List.of(ZeroCopyQuotes.class, TypedQuotes.class)) {
            List<String> lines = output(start(sample, directory, path(sample.getSimpleName())));
            assertEquals(10, lines.size());
            assertEquals("instrument=9 bid=109 ask=110", lines.get(9));
        }
    }

    @Test
    void driverIsEmbedded() throws Exception {
        assertEquals(List.of("hello from inside"), output(start(EmbeddedDriver.class, directory, path("embedded"))));
    }

    @Test
    void lateSubscriberReadsTheHistoryOfAllPublishers() throws Exception {
        List<String> lines = output(start(LateSubscriber.class, directory, path("late")));
        assertEquals(15, lines.size());
        for (int i = 0; i < 5; i++) {
            String message = "message " + i;
            assertEquals(
                    3, lines.stream().filter(line -> line.endsWith(message)).count());
        }
    }

    @Test
    void aSubscriberThatDiesGoesOnWhereItStoppedByItsName() throws Exception {
        try (MediaDriver driver = MediaDriver.launch(DriverConfig.DEFAULT.withDirectory(directory.resolve("driver")));
                Tailrace tailrace = Tailrace.connect(driver.directory());
                Publication publication = tailrace.addPublication("news")) {
            Process first = start(ResumingSubscriber.class, driver.directory(), "news", "3");
            assertTrue(publication.awaitSubscribers(1, Duration.ofSeconds(20)));
            for (int i = 1; i <= 9; i++) {
                publication.offer(("message " + i).getBytes(StandardCharsets.UTF_8), Duration.ofSeconds(10));
            }
            assertEquals(List.of("message 1", "message 2", "message 3"), output(first));
            Process second = start(ResumingSubscriber.class, driver.directory(), "news", "6");
            assertEquals(
                    IntStream.rangeClosed(4, 9).mapToObj(i -> "message " + i).toList(), output(second));
        }
    }

    @Test
    void pricesAreAskedForAndAnswered() throws Exception {
        assertEquals(
                IntStream.range(100, 110).mapToObj(price -> "price=" + price).toList(),
                output(start(AskPrices.class, directory, path("ask"))));
    }

    private String path(String name) {
        return directory.resolve(name).toString();
    }

    private static Process start(Class<?> sample, Path driverDirectory, String... args) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                sample.getName()));
        command.addAll(List.of(args));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("TAILRACE_DIR", driverDirectory.toString());
        return builder.start();
    }

    private static List<String> output(Process process) throws IOException, InterruptedException {
        try (BufferedReader reader =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            List<String> lines = reader.lines().toList();
            assertTrue(process.waitFor(10, TimeUnit.SECONDS));
            assertEquals(0, process.exitValue(), () -> "output: " + lines);
            return lines;
        }
    }
}
