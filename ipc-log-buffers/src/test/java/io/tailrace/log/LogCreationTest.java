/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log;

import static io.tailrace.log.TestLog.TERM_LENGTH;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.file.FileAccess;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogCreationTest {
    private static final int STEP = 16 * 1024;
    private static final LogMeta.Constants CONSTANTS =
            LogMeta.Constants.of(7, "quotes", TERM_LENGTH, LogLayout.KIND_EXCLUSIVE);

    @TempDir
    private Path parent;

    private LogCreation begin() throws IOException {
        return new LogCreation(parent.resolve("7"), CONSTANTS, FileAccess.PRIVATE);
    }

    private List<String> content(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    private static void finish(LogCreation creation) throws IOException {
        while (!creation.step(STEP)) {}
    }

    @Test
    void aLogIsMadeInBoundedStepsAndAppearsAsAWhole() throws IOException {
        Path directory = parent.resolve("7");
        try (LogCreation creation = begin()) {
            int steps = 1;
            while (!creation.step(STEP)) {
                assertFalse(Files.exists(directory));
                steps++;
            }
            assertEquals(2 + 3 * (TERM_LENGTH / STEP), steps);
            assertTrue(creation.step(STEP), "a step too many does nothing");
        }

        assertEquals(List.of("7"), content(parent));
        assertEquals(List.of("meta", "term-0", "term-1", "term-2"), content(directory));
        assertEquals(FileAccess.PRIVATE, FileAccess.of(directory));
        long bytes = LogLayout.META_LENGTH + 3L * TERM_LENGTH;
        assertEquals(
                bytes,
                Stream.of("meta", "term-0", "term-1", "term-2")
                        .mapToLong(name -> directory.resolve(name).toFile().length())
                        .sum());
        LogFiles.open(directory, LogFiles.Access.EVERYTHING).close();
    }

    @Test
    void givingUpAfterAnyStepLeavesNothing() throws IOException {
        for (int steps = 0; steps < 2 + 3 * (TERM_LENGTH / STEP); steps++) {
            LogCreation creation = begin();
            for (int i = 0; i < steps; i++) {
                assertFalse(creation.step(STEP));
            }

            creation.close();
            creation.close();

            assertEquals(List.of(), content(parent), "after " + steps + " steps");
        }
    }

    @Test
    void aStepThatFailedMayBeTriedAgain() throws IOException {
        for (String obstacle : List.of("7.making/meta", "7.making/term-2", "7/in-the-way")) {
            try (LogCreation creation = begin()) {
                Path path = parent.resolve(obstacle);
                Files.createDirectories(path.getParent());
                Files.createFile(path);
                assertThrows(IOException.class, () -> finish(creation));
                assertThrows(IOException.class, () -> finish(creation));
                Files.delete(path);

                finish(creation);
            }
            LogFiles.open(parent.resolve("7"), LogFiles.Access.EVERYTHING).close();
            LogCreation.delete(parent.resolve("7"));
        }
    }

    @Test
    void twoCreationsOfOneLogDoNotMeet() throws IOException {
        try (LogCreation first = begin()) {
            assertThrows(FileAlreadyExistsException.class, this::begin);
            finish(first);
        }

        LogFiles.open(parent.resolve("7"), LogFiles.Access.NOTHING).close();
        LogCreation.delete(parent.resolve("7"));
        LogCreation.delete(parent.resolve("7"));
        assertEquals(List.of(), content(parent));
    }
}
