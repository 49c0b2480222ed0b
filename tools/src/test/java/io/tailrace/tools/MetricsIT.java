/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.tools.web.Exposition;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The metrics that Prometheus gets while processes live, stop and die. */
class MetricsIT {
    private static final Pattern PAGE = Pattern.compile("READY page=(\\S+)");

    @RegisterExtension
    private final ToolDirectory directory = ToolDirectory.create();

    private final HttpClient client = HttpClient.newHttpClient();

    private Map<String, Exposition.Family> scrape(Tool web) throws IOException, InterruptedException {
        Matcher page = PAGE.matcher(web.out());
        assertTrue(page.find(), web::toString);
        HttpResponse<String> answer = client.send(
                HttpRequest.newBuilder(URI.create(page.group(1) + "metrics")).build(),
                HttpResponse.BodyHandlers.ofString());
        assertEquals(200, answer.statusCode(), answer::body);
        return Exposition.parse(answer.body());
    }

    private static double first(Map<String, Exposition.Family> scrape, String name) {
        return scrape.get(name).samples().get(0).value();
    }

    private void await(Tool web, String name, double value) throws IOException, InterruptedException {
        while (first(scrape(web), name) != value) {
            Tool.pause(); // The test has a time limit.
        }
    }

    @Test
    void aStoppedSubscriberAndAKilledDriverAreSeen() throws IOException, InterruptedException {
        try (Tool driver = Tool.driver(directory, "--term-length", "64k");
                Tool sub = Tool.start(directory, "sub", "quotes", "--name", "risk");
                Tool pub = Tool.start(directory, "pub", "quotes", "--count", "1000m", "--rate", "20k");
                Tool web = Tool.start(directory, "web", "--listen", "127.0.0.1:0")) {
            sub.awaitOut("0001");
            web.awaitOut("READY");
            await(web, "tailrace_driver_up", 1);
            await(web, "tailrace_stream_held_back", 0);
            sub.stop();
            await(web, "tailrace_stream_held_back", 1);
            await(web, "tailrace_clients_suspect", 1);
            driver.signal("KILL");
            await(web, "tailrace_driver_up", 0);
            assertTrue(pub.isAlive());
        }
    }

    @Test
    void theJarHasTheClientLibraryOfPrometheusAndNothingOfMicrometer() throws IOException {
        try (JarFile jar = new JarFile(Tool.JAR.toFile())) {
            List<String> entries = jar.stream().map(entry -> entry.getName()).toList();
            assertTrue(entries.stream().anyMatch(entry -> entry.startsWith("io/prometheus/")));
            assertFalse(entries.stream().anyMatch(entry -> entry.startsWith("io/micrometer/")));
        }
    }

    @Test
    void noOtherCommandLoadsThatLibrary() throws IOException {
        try (Tool driver = Tool.driver(directory);
                Tool ls = Tool.run(directory, Tool.commandLine(List.of("-Xlog:class+load"), "ls"))) {
            ls.assertExit(0);
            assertTrue(ls.out().contains("io.tailrace.tools.look.LsCommand"), "the rule would notice");
            assertFalse(ls.out().contains("io.prometheus."));
            assertTrue(driver.isAlive());
        }
    }
}
