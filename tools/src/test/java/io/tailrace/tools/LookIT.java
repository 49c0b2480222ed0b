/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tailrace.tools.command.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The commands that only read, with processes that live, stop and die. */
class LookIT {
    private static final Pattern POSITION = Pattern.compile("\"stream\":\"quotes\".*\"position\":(\\d+)");
    private static final String ESCAPE = "\u001b";
    private static final int COLUMNS = 60;

    @RegisterExtension
    private final ToolDirectory directory = ToolDirectory.create();

    private String run(String... arguments) throws IOException {
        try (Tool tool = Tool.run(directory, arguments)) {
            tool.assertExit(ExitCode.OK);
            return tool.out();
        }
    }

    /** Publishes until it is killed. */
    private Tool flood() throws IOException {
        return Tool.start(directory, "pub", "quotes", "--count", "1000m", "--rate", "20k");
    }

    private long position() throws IOException {
        String out = run("ls", "--json");
        Matcher position = POSITION.matcher(out);
        assertTrue(position.find(), out);
        return Long.parseLong(position.group(1));
    }

    /** {@return an output that contains a text} */
    private String await(String part, String... arguments) throws IOException {
        String out = run(arguments);
        while (!out.contains(part)) { // The test has a time limit.
            out = run(arguments);
        }
        return out;
    }

    @Test
    void valuesMoveAndTheSubscriberThatIsStoppedIsNamed() throws IOException, InterruptedException {
        try (Tool driver = Tool.driver(directory, "--term-length", "64k");
                Tool quick = Tool.start(directory, "sub", "quotes");
                Tool slow = Tool.start(directory, "sub", "quotes", "--name", "risk");
                Tool pub = flood()) {
            quick.awaitOut("0001");
            slow.awaitOut("0001");
            long position = position();
            while (position() <= position) {
                // The test has a time limit.
            }
            assertEquals(4, run("stat", "100ms", "3").lines().count());

            slow.stop();
            await("held back by risk", "ls");
            String held = await("stopped", "ls", "quotes");
            assertTrue(held.contains("pid " + slow.pid()), held);
            assertTrue(held.contains("tailrace sub"), held);
            assertTrue(await("suspect", "clients").contains("stopped"));
            assertTrue(run("top", "--once").contains("(1 held back)"));
            String json = run("ls", "--json", "quotes");
            assertTrue(json.contains("\"state\":\"HELD_BACK\"") && json.contains("\"clientId\""), json);
            slow.signal("CONT");
            position = position();
            while (position() <= position) {
                // The publisher continues.
            }
            driver.signal("KILL");
            driver.await();
            try (Tool ls = Tool.run(directory, "ls")) {
                ls.assertExit(ExitCode.OK);
                assertTrue(ls.err().contains("the driver is dead"), ls::toString);
                assertTrue(ls.out().contains("quotes"), ls::toString);
            }
            assertTrue(pub.isAlive());
        }
    }

    @Test
    void anErrorOfTheDriverIsShownAlsoBehindItsEnd() throws IOException {
        try (Tool driver = Tool.driver(directory)) {
            assertEquals(1, run("errors", "--fail").lines().count(), "titles alone");
            Path bad = Files.createDirectories(directory.driver().resolve("clients/999999"));
            Files.writeString(bad.resolve("commands"), "nonsense");
            // A connecting client makes the driver check its clients.
            try (Tool sub = Tool.start(directory, "sub", "quotes", "--for", "1s")) {
                await("FileFormatException", "errors");
                sub.await();
            }
            try (Tool failing = Tool.run(directory, "errors", "--fail")) {
                failing.assertExit(ExitCode.FOUND);
            }
            assertEquals(1, run("errors", "--fail", "--since", "0s").lines().count());
            driver.terminate();
            driver.assertExit(ExitCode.OK);
        }
        assertTrue(run("errors").contains("FileFormatException"), "of a driver that has ended");
        try (Tool next = Tool.driver(directory)) {
            assertTrue(run("errors").contains("FileFormatException"), "of the driver before");
            assertTrue(next.isAlive());
        }
    }

    @Test
    void aTopInAPipeHasNoControlSequencesAndEndsWithASignal() throws IOException {
        try (Tool driver = Tool.driver(directory);
                Tool sub = Tool.start(directory, "sub", "quotes");
                Tool top = Tool.start(directory, "top", "--interval", "50ms")) {
            top.awaitOut("no publisher");
            top.terminate(); // Background processes ignore SIGINT.
            top.assertExit(ExitCode.OK);
            assertTrue(!top.out().contains(ESCAPE), top::toString);
            assertTrue(driver.isAlive() && sub.isAlive());
        }
    }

    @Test
    void aTopInATerminalDrawsOverItselfAndLeavesItAsItWas() throws IOException {
        String out = inATerminal("INT", top -> {});
        assertTrue(out.contains(ESCAPE + "[H"), out);
        assertTrue(!out.contains("?1049") && !out.contains("?25l"), out);
        out.lines()
                .filter(line -> line.contains("流"))
                .forEach(line -> assertTrue(
                        line.replaceAll(ESCAPE + "\\[[0-9;]*[A-Za-z]", "")
                                        .strip()
                                        .length()
                                <= COLUMNS,
                        line));
    }

    @Test
    void aTopTakesKeysAndLeavesTheTerminalAsItWas() throws IOException {
        String out = inATerminal("q", top -> {
            top.input("s");
            top.awaitOut("sort: rate");
            top.input(ESCAPE + "[B" + ESCAPE + "[B");
            top.awaitOut("2-3 of 3");
            top.input("/流");
            top.awaitOut("filter: 流_");
            top.input("\r");
            top.awaitOut("filter: 流 (");
            top.input(ESCAPE + "s");
            top.awaitOut("sort: lag  / filter  ↑↓ 1-2 of 3");
        });
        assertTrue(out.contains("流れ-"), out);
    }

    @Test
    void aTopThatIsTerminatedLeavesTheTerminalAsItWas() throws IOException {
        inATerminal("TERM", top -> {});
    }

    /**
     * Runs a top in a terminal of seven lines.
     *
     * @param end the key or the signal that ends it
     * @return what the terminal showed
     */
    private String inATerminal(String end, Consumer<Tool> meanwhile) throws IOException {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/script")), "script of util-linux is missing: no terminal");
        List<String> top = Tool.shell(
                "stty rows 7 cols " + COLUMNS + "; stty -g; TERM=xterm \"$@\"; echo; stty -g",
                Tool.quick("top", "--interval", "100ms"));
        String command = top.stream().map(word -> '\'' + word + '\'').collect(Collectors.joining(" "));
        try (Tool driver = Tool.driver(directory);
                Tool one = Tool.start(directory, "sub", "流れ-" + "x".repeat(COLUMNS));
                Tool two = Tool.start(directory, "sub", "s2");
                Tool three = Tool.start(directory, "sub", "s3");
                Tool terminal = Tool.start(directory, List.of("script", "-q", "-f", "-c", command, "/dev/null"))) {
            terminal.awaitOut("1-2 of 3");
            meanwhile.accept(terminal);
            if (end.equals("q")) {
                terminal.input(end);
            } else {
                ProcessHandle java = ProcessHandle.of(terminal.pid()).stream()
                        .flatMap(ProcessHandle::descendants)
                        .filter(process -> process.info().command().orElse("").endsWith("/java"))
                        .findFirst()
                        .orElseThrow();
                String signal = terminal.ignores(end) ? "TERM" : end; // Background processes ignore SIGINT.
                new ProcessBuilder("kill", "-" + signal, Long.toString(java.pid())).start();
            }
            terminal.assertExit(ExitCode.OK);
            String out = terminal.out();
            List<String> settings = Pattern.compile("(?m)^[0-9a-f]+(?::[0-9a-f]+){10,}\\s*$")
                    .matcher(out)
                    .results()
                    .map(MatchResult::group)
                    .map(String::strip)
                    .toList();
            assertEquals(2, settings.size(), out);
            assertEquals(settings.get(0), settings.get(1));
            assertTrue(driver.isAlive() && one.isAlive() && two.isAlive() && three.isAlive());
            return out;
        }
    }
}
