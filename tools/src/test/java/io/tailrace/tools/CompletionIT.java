/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.Tailrace;
import io.tailrace.driver.DriverConfig;
import io.tailrace.driver.MediaDriver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The completions that a real bash offers at the tab key. */
class CompletionIT {
    private static final String ASK = """
            source "$0" || exit
            COMP_WORDS=("$@")
            COMP_CWORD=$(($# - 1))
            COMP_LINE=$*
            COMPREPLY=()
            compopt() { :; }
            _complete_tailrace
            printf '%s\\n' "${COMPREPLY[@]}"
            """;

    @RegisterExtension
    private final ToolDirectory directory = ToolDirectory.create();

    private Path script = Path.of("");
    private Path command = Path.of("");

    /** {@return the completions of bash for the last word} */
    private Set<String> complete(String... words) throws IOException {
        List<String> line = new ArrayList<>(List.of("bash", "-c", ASK, script.toString(), command.toString()));
        line.addAll(List.of(words));
        try (Tool bash = Tool.run(directory, line)) {
            bash.awaitQuietEnd();
            Set<String> offers = new TreeSet<>(bash.out().lines().toList());
            offers.remove("");
            return offers;
        }
    }

    private void writeScript() throws IOException {
        script = directory.path().resolve("completion");
        try (Tool tool = Tool.run(directory, "completion")) {
            tool.awaitQuietEnd();
            Files.writeString(script, tool.out());
        }
        command = directory.path().resolve("tailrace");
        String java = "'" + String.join("' '", Tool.quick()) + "'";
        Files.writeString(command, "#!/bin/sh\nexec " + java + " \"$@\"\n");
        Files.setPosixFilePermissions(command, PosixFilePermissions.fromString("rwx------"));
    }

    @Test
    void commandsOptionsAndTheHarmlessNamesOfStreams() throws IOException {
        writeScript();
        Set<String> commands = complete("");
        assertTrue(
                commands.containsAll(Set.of("driver", "pub", "ls", "dump", "completion", "help")), commands::toString);
        assertFalse(commands.contains("ping-echo") || commands.contains("exit-codes"), commands::toString);
        assertEquals(Set.of("--follow", "--from"), complete("dump", "--f"));
        assertEquals(Set.of("json"), complete("sub", "--format", "js"));
        assertEquals(Set.of(), complete("dump", ""), "no driver");

        List<String> harmless = List.of("quotes", "md.eurusd", "a/b-c_d");
        List<String> hostile = List.of("$(touch pwned)", "a b", "x;y", "-rf", "*", "`id`", "'", "größe", "~", "a\"");
        try (MediaDriver driver = MediaDriver.launch(
                        DriverConfig.DEFAULT.withDirectory(directory.driver()).withTermLength(64 * 1024));
                Tailrace tailrace = Tailrace.connect(directory.driver())) {
            harmless.forEach(tailrace::addPublication);
            hostile.forEach(tailrace::addPublication);

            assertEquals(new TreeSet<>(harmless), complete("dump", ""));
            assertEquals(Set.of("quotes"), complete("sub", "--from", "oldest", "q"));
            assertEquals(Set.of(), complete("sub", "quotes", "q"), "it takes one");
            String other = directory.path().resolve("nothing").toString();
            assertEquals(Set.of(), complete("dump", "--dir", "=", other, ""));
            assertTrue(driver.isRunning());
        }
        assertFalse(Files.exists(Path.of("pwned")));
    }
}
