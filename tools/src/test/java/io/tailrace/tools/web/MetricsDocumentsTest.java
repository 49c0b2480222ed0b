/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.Tailrace;
import io.tailrace.control.DriverDirectory;
import io.tailrace.driver.DriverConfig;
import io.tailrace.driver.MediaDriver;
import io.tailrace.history.History;
import io.tailrace.history.HistoryConfig;
import io.tailrace.inspect.LocalHost;
import io.tailrace.report.LinkFile;
import io.tailrace.report.LinkFile.Figures;
import io.tailrace.report.LinkFile.Identity;
import io.tailrace.report.LinkFile.Kind;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.opentest4j.TestAbortedException;

/** The dashboard, the alert rules and the documents name exactly the metrics of the endpoint. */
class MetricsDocumentsTest {
    private static final Path DOCS = Path.of("..", "docs");
    private static final Path DASHBOARD = DOCS.resolve("grafana/tailrace.json");
    private static final Path RULES = DOCS.resolve("grafana/alerts.yml");
    private static final Path RULES_TEST = DOCS.resolve("grafana/alerts-test.yml");
    private static final Pattern METRIC = Pattern.compile("\\btailrace_[a-z_]*[a-z]\\b(?!…)");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `(tailrace_[a-z_]+)`( ✓)? \\| (gauge|counter) \\|");

    private static final Identity LINK =
            new Identity(Kind.SEND, "bridge/10.0.0.2:9000", "10.0.0.2:9000", "alpha", "quotes");

    private static Map<String, Exposition.Family> told;

    @BeforeAll
    static void scrape(@TempDir Path path) throws IOException, InterruptedException {
        try (MediaDriver driver = MediaDriver.launch(DriverConfig.DEFAULT.withDirectory(path));
                Tailrace tailrace = Tailrace.connect(path);
                Subscription subscription = tailrace.addSubscription("quotes");
                Publication publication = tailrace.addPublication("quotes");
                History history = History.launch(HistoryConfig.of(path.resolve("history"), path, "quotes"));
                LinkFile link = LinkFile.create(new DriverDirectory(path), LINK, 0);
                WebPage page = WebPage.start(
                        new DriverDirectory(path),
                        new LocalHost(),
                        ListenAddress.parse("0"),
                        Throwable::printStackTrace)) {
            assertTrue(tailrace.isDriverAlive() && !subscription.isClosed() && !publication.isClosed());
            assertTrue(history.isRunning() && publication.offer(new byte[8], Duration.ofSeconds(30)) > 0);
            Files.writeString(
                    path.resolve("driver.info"),
                    "pid=" + ProcessHandle.current().pid() + "\nstarted=2026-01-02T03:04:05.678Z\n");
            tailrace.addSubscription("quotes", SubscriptionConfig.DEFAULT.withName("risk", Duration.ofHours(1)))
                    .close();
            link.beat(0, new Figures(1, 2, 3, 4, 5, 6, 7, 8));
            do { // The test has a time limit. Links are read once a second, histories less often.
                try (InputStream metrics = new URL(page.url() + "metrics").openStream()) {
                    told = Exposition.parse(new String(metrics.readAllBytes(), StandardCharsets.UTF_8));
                }
            } while (!told.containsKey("tailrace_vacant_names_end_seconds")
                    || !told.containsKey("tailrace_link_round_trip_seconds")
                    || !told.containsKey("tailrace_history_bytes"));
        }
    }

    private static Set<String> named(Path file) throws IOException {
        return METRIC.matcher(Files.readString(file))
                .results()
                .map(match -> match.group())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void everyMetricHasItsRow() throws IOException {
        Set<String> rows = ROW.matcher(Files.readString(DOCS.resolve("METRICS.md")))
                .results()
                .map(row -> row.group(1) + " " + row.group(3))
                .collect(Collectors.toCollection(TreeSet::new));
        Set<String> metrics = new TreeSet<>();
        told.forEach((name, family) -> metrics.add(name + " " + family.type()));

        assertEquals(metrics, rows);
    }

    @Test
    void theDashboardShowsThemAll() throws IOException {
        assertEquals(new TreeSet<>(told.keySet()), named(DASHBOARD));
    }

    @Test
    void theRulesNameOnlyWhatThereIs() throws IOException {
        for (Path file : List.of(RULES, RULES_TEST)) {
            Set<String> unknown = named(file);
            unknown.removeAll(told.keySet());
            assertEquals(Set.of(), unknown, file.toString());
        }
    }

    /** Prometheus includes that tool; Debian has it in the package of that name. */
    @ParameterizedTest
    @CsvSource({"check, alerts.yml", "test, alerts-test.yml"})
    void theRulesPassTheirTests(String verb, String file) throws IOException, InterruptedException {
        String rules = Files.readString(RULES);
        for (String field : List.of(" summary: ", " action: ", " severity: ")) {
            assertEquals(rules.split("- alert: ").length, rules.split(field).length, field);
        }
        Process promtool;
        try {
            promtool = new ProcessBuilder(
                            "promtool",
                            verb,
                            "rules",
                            RULES.resolveSibling(file).toString())
                    .redirectErrorStream(true)
                    .start();
        } catch (IOException e) {
            throw new TestAbortedException("the alert rules are not tested (apt install prometheus)", e);
        }
        String out = new String(promtool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, promtool.waitFor(), out);
    }
}
