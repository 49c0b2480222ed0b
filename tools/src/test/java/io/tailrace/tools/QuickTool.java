/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import io.tailrace.testing.ChildProcess;
import io.tailrace.tools.command.ExitCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Starts the executable jar in half of the processor time: with an archive of the classes that its commands load (class
 * data sharing), and with the compiler and the collector for short-lived processes. The archive is made once in each
 * JVM that runs such tests.
 */
final class QuickTool {
    private static final Path FOLDER = Path.of("target", "quick-jvm").toAbsolutePath();

    /** The flags for the running JDK. */
    static final List<String> FLAGS = makeArchive();

    private QuickTool() {}

    /** {@return the flags that use the archive} */
    private static List<String> makeArchive() {
        String archive = "-XX:SharedArchiveFile=" + FOLDER.resolve("classes.jsa");
        try (ToolDirectory directory = ToolDirectory.create()) {
            Files.createDirectories(FOLDER);
            String classes =
                    "-XX:SharedClassListFile=" + Files.write(FOLDER.resolve("classes"), listClasses(directory));
            run(directory, Tool.commandLine(flags("-Xshare:dump", classes, archive)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return flags(archive);
    }

    /** {@return the classes that a driver, its clients and a command parsed by picocli load, each once} */
    private static Set<String> listClasses(ToolDirectory directory) throws IOException {
        try (Tool driver = Tool.start(directory, listing("driver"))) {
            driver.awaitOut("READY ");
            try (Tool sub = Tool.start(directory, listing("sub", "s", "--count", "1"))) {
                run(directory, listing("pub", "s", "message"));
                sub.assertExit(ExitCode.OK);
            }
            run(directory, listing("clean"));
            driver.terminate();
            driver.assertExit(ExitCode.OK);
        }
        Set<String> classes = new LinkedHashSet<>();
        for (String command : List.of("driver", "sub", "pub", "clean")) {
            for (String line : Files.readAllLines(classesOf(command))) {
                classes.add(line.replaceFirst(" id: \\d+$", "")); // Newer JDKs number the classes in each list.
            }
        }
        return classes;
    }

    private static List<String> listing(String... arguments) {
        return Tool.commandLine(flags("-XX:DumpLoadedClassList=" + classesOf(arguments[0])), arguments);
    }

    private static Path classesOf(String command) {
        return FOLDER.resolve(command + ".classes");
    }

    private static List<String> flags(String... more) {
        return Stream.concat(ChildProcess.SHORT_LIFE.stream(), Stream.of(more)).toList();
    }

    private static void run(ToolDirectory directory, List<String> command) throws IOException {
        try (Tool tool = Tool.run(directory, command)) {
            tool.assertExit(ExitCode.OK);
        }
    }
}
