/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tailrace.samples.summarizer.pipeline.Outcome;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What programs send that others have written: {@code logger} of util-linux, and rsyslogd. */
@Timeout(180)
class SyslogClientsTest {
    private static final int EVENTS = 3_000;
    private static final Path LOGGER = Path.of("/usr/bin/logger");
    private static final Pattern LINE =
            Pattern.compile("<134>(?:1 .* 4711 ([a-z]+) - |Nov 23 10:00:00 [^ ]+ ([a-z]+)\\[4711\\]: )(.*)");

    @TempDir
    Path directory;

    private Path lines;
    private final Map<String, List<String>> payloadsOfType = new TreeMap<>();

    @BeforeEach
    void generate() throws IOException {
        lines = directory.resolve("all.log");
        new Generator(11, 40).write(EVENTS, lines);
        for (String line : Files.readAllLines(lines)) {
            Matcher matcher = LINE.matcher(line);
            assertTrue(matcher.matches(), line);
            String type = matcher.group(1) == null ? matcher.group(2) : matcher.group(1);
            payloadsOfType.computeIfAbsent(type, any -> new ArrayList<>()).add(matcher.group(3));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--rfc5424 --msgid TYPE --tag shop",
                "--rfc5424=notime,notq,nohost --msgid TYPE --id --octet-count",
                "--rfc5424 --msgid TYPE --sd-id shop@32473 --sd-param region=\"eu\" --octet-count",
                "--rfc3164 --tag TYPE",
                "--rfc3164 --tag TYPE --id=4711 --octet-count"
            })
    void whatLoggerSendsIsSummarized(String options) throws Exception {
        assumeLogger();
        try (ListeningRun run = new ListeningRun(Joining.LINKED, 256, 2, directory)) {
            log(run, ("--server 127.0.0.1 --tcp --port " + run.port + ' ' + options).split(" "));
            assertAllIsSummarized(run);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "*.* @@127.0.0.1:PORT",
                "*.* @@(o)127.0.0.1:PORT",
                "*.* @@127.0.0.1:PORT;RSYSLOG_ForwardFormat",
                "action(type=\"omfwd\" target=\"127.0.0.1\" port=\"PORT\" protocol=\"tcp\""
                        + " tcp_framing=\"octet-counted\" template=\"RSYSLOG_ForwardFormat\")"
            })
    void whatRsyslogdForwardsIsSummarized(String forward) throws Exception {
        assumeLogger();
        assume(Rsyslog.isThere(), "rsyslogd is not installed, and apt-get or dpkg cannot get it");
        try (ListeningRun run = new ListeningRun(Joining.LINKED, 256, 2, directory);
                Rsyslog rsyslog = new Rsyslog(directory, forward.replace("PORT", Integer.toString(run.port)))) {
            log(run, "--socket", rsyslog.socket().toString(), "--tag", "TYPE");
            assertAllIsSummarized(run);
        }
    }

    /** Has logger send all payloads of each type in turn. */
    private void log(ListeningRun run, String... options) throws IOException, InterruptedException {
        long logged = 0;
        for (Map.Entry<String, List<String>> entry : payloadsOfType.entrySet()) {
            List<String> command = new ArrayList<>(List.of(LOGGER.toString(), "--file"));
            command.add(Files.write(directory.resolve(entry.getKey()), entry.getValue())
                    .toString());
            for (String option : options) {
                command.add(option.replace("TYPE", entry.getKey()));
            }
            Process logger = new ProcessBuilder(command).inheritIO().start();
            assertTrue(logger.waitFor(60, TimeUnit.SECONDS), () -> "does not end: " + command);
            assertEquals(0, logger.exitValue(), command::toString);
            logged += entry.getValue().size();
            run.awaitLines(logged);
        }
    }

    private void assertAllIsSummarized(ListeningRun run) throws Exception {
        Outcome outcome = run.end();
        assertEquals(Map.of(), outcome.rejects());
        assertEquals(EVENTS, outcome.eventCount());
        ByteArrayOutputStream summaries = new ByteArrayOutputStream();
        Report.writeSummaries(outcome.summaries(), summaries);
        new PlainPass(lines).assertSame(summaries.toString(StandardCharsets.UTF_8));
    }

    private static void assumeLogger() {
        assume(Files.isExecutable(LOGGER), "there is no " + LOGGER);
    }

    private static void assume(boolean isThere, String notice) {
        if (!isThere) {
            System.out.println("SyslogClientsTest: skipped: " + notice);
        }
        assumeTrue(isThere, notice);
    }
}
