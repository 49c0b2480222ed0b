/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.tailrace.ExclusivePublication;
import io.tailrace.Publication;
import io.tailrace.PublicationConfig;
import io.tailrace.Subscription;
import io.tailrace.Tailrace;
import io.tailrace.control.DriverDirectory;
import io.tailrace.driver.DriverConfig;
import io.tailrace.driver.MediaDriver;
import io.tailrace.inspect.LocalHost;
import io.tailrace.testing.ChildProcess;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The metrics that Prometheus gets of a driver that lives, dies, or never existed; {@code GoldenTest} has those of
 * streams that are held back.
 */
class MetricsHandlerTest {
    private static final int TERM_LENGTH = 64 * 1024;
    private static final PublicationConfig UNRETAINED = PublicationConfig.DEFAULT.withRetention(Duration.ZERO);
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final byte[] MESSAGE = new byte[1000];

    @TempDir
    private Path parent;

    private Path path;
    private MediaDriver driver;
    private WebPage page;

    @BeforeEach
    void start() throws IOException {
        path = parent.resolve("driver");
        driver = MediaDriver.launch(DriverConfig.DEFAULT.withDirectory(path).withTermLength(TERM_LENGTH));
        page = WebPage.start(
                new DriverDirectory(path),
                new LocalHost(),
                ListenAddress.parse("0"),
                e -> fail("an error of the page", e));
    }

    private <T> HttpResponse<T> request(String header, String value, BodyHandler<T> body)
            throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(page.url() + "metrics"))
                .header(header, value)
                .build();
        return HttpClient.newHttpClient().send(request, body);
    }

    private Map<String, Exposition.Family> scrape() throws IOException, InterruptedException {
        return Exposition.parse(
                request("Accept", "*/*", BodyHandlers.ofString()).body());
    }

    @AfterEach
    void stop() {
        page.close();
        driver.close();
    }

    private static double value(Map<String, Exposition.Family> scrape, String name, String... stream) {
        String labels = stream.length == 0 ? "" : "{stream=\"" + stream[0] + "\"}";
        return scrape.get(name).values().get(labels);
    }

    /** A rate of the position would take that for a restarted counter. */
    @Test
    void whatWasPublishedDoesNotFallWhereALogGoes() throws IOException, InterruptedException {
        try (Tailrace tailrace = Tailrace.connect(path);
                Subscription subscription = tailrace.addSubscription("quotes");
                Publication kept = tailrace.addExclusivePublication("quotes", UNRETAINED)) {
            assertTrue(kept.offer(MESSAGE, PATIENCE) > 0);
            scrape(); // Bytes published before this scrape do not count.
            ExclusivePublication gone = tailrace.addExclusivePublication("quotes", UNRETAINED);
            assertTrue(gone.offer(MESSAGE, PATIENCE) > 0);
            assertEquals(2, value(scrape(), "tailrace_stream_publishers", "quotes"));
            assertEquals(1, value(scrape(), "tailrace_stream_subscribers", "quotes"));
            double both = value(scrape(), "tailrace_stream_position_bytes", "quotes");
            double published = value(scrape(), "tailrace_stream_published_bytes_total", "quotes");
            assertEquals((double) gone.position(), published);
            gone.close();
            while (subscription.imageCount() > 1) { // Until the ended log is read.
                subscription.poll((buffer, offset, length, header) -> {}, 64, Duration.ofMillis(10));
            }
            while (value(scrape(), "tailrace_stream_position_bytes", "quotes") == both) {
                ChildProcess.pause();
            }
            assertEquals(published, value(scrape(), "tailrace_stream_published_bytes_total", "quotes"));
        }
    }

    @Test
    void aDriverThatHasEndedAndADirectoryThatIsGoneAreDown() throws IOException, InterruptedException {
        try (Tailrace tailrace = Tailrace.connect(path);
                Publication publication = tailrace.addPublication("quotes")) {
            assertEquals(1, value(scrape(), "tailrace_driver_up"));
            driver.close();
            assertEquals(0, value(scrape(), "tailrace_driver_up"));
            assertEquals((double) publication.position(), value(scrape(), "tailrace_stream_position_bytes", "quotes"));
        }
        Files.move(path, parent.resolve("elsewhere"));
        Map<String, Exposition.Family> scrape = scrape();
        assertEquals(0, value(scrape, "tailrace_driver_up"));
        assertFalse(scrape.containsKey("tailrace_stream_position_bytes"));
    }

    @Test
    void theScraperChoosesFormatAndCompression() throws IOException, InterruptedException {
        HttpResponse<String> open =
                request("Accept", "application/openmetrics-text; version=1.0.0", BodyHandlers.ofString());
        assertTrue(open.headers().firstValue("Content-Type").orElse("").startsWith("application/openmetrics-text"));
        assertTrue(open.body().endsWith("# EOF\n"), open::body);
        assertTrue(open.body().contains("# UNIT tailrace_storage_free_bytes bytes\n"), open::body);

        HttpResponse<byte[]> zipped = request("Accept-Encoding", "gzip", BodyHandlers.ofByteArray());
        assertEquals("gzip", zipped.headers().firstValue("Content-Encoding").orElse(""));
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(zipped.body()))) {
            Exposition.parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }
    }
}
