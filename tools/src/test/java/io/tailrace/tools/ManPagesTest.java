/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tailrace.tools.command.Terminal;
import io.tailrace.tools.command.Termination;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** Every command and each of its options is in a manual page that {@code man} can read. */
class ManPagesTest {
    private static final Path GROFF = Path.of("/usr/bin/groff");

    @TempDir
    private Path folder;

    @BeforeEach
    void write() throws IOException {
        ManPage.write(folder);
    }

    @Test
    void everyCommandAndOptionIsThere() throws IOException {
        CommandLine root = CommandTree.root(new Termination(), Terminal.PLAIN, false);
        Set<String> expected = new TreeSet<>(Set.of("tailrace.1"));
        for (CommandSpec spec : commands(root).toList()) {
            expected.add(file(spec));
            String page = Files.readString(folder.resolve(file(spec)));
            String parent = Files.readString(folder.resolve(file(spec.parent())));
            assertTrue(spec.name().equals("help") || parent.contains(spec.name()), spec.name());
            spec.options().stream()
                    .filter(option -> !option.hidden())
                    .flatMap(option -> Stream.of(option.names()))
                    .forEach(name -> assertTrue(page.contains(name.replace("-", "\\-")), name + page));
        }
        assertEquals(expected, new TreeSet<>(List.of(folder.toFile().list())));
    }

    private static String file(CommandSpec spec) {
        return spec.qualifiedName("-") + ".1";
    }

    /** {@return all commands below a command, except hidden ones} */
    private static Stream<CommandSpec> commands(CommandLine above) {
        return above.getSubcommands().values().stream()
                .filter(command -> !command.getCommandSpec().usageMessage().hidden())
                .flatMap(command -> Stream.concat(Stream.of(command.getCommandSpec()), commands(command)));
    }

    @Test
    void groffReadsThemWithoutAWarning() throws IOException, InterruptedException {
        assumeTrue(Files.isExecutable(GROFF), "no groff (Debian's package groff-base)");
        for (String page : folder.toFile().list()) {
            Process groff = new ProcessBuilder(GROFF.toString(), "-man", "-Tutf8", "-K", "utf8", "-ww", page)
                    .directory(folder.toFile())
                    .redirectError(folder.resolve("warnings").toFile())
                    .start();
            String out = new String(groff.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertEquals(0, groff.waitFor(), page);
            assertEquals("", Files.readString(folder.resolve("warnings")), page);
            assertTrue(out.contains("TAILRACE"), out);
        }
    }
}
