/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OptionsTest {
    @Test
    void aSectionGetsItsOwnOptionsBesideThoseOfAll() {
        Run run = Run.parse(List.of("--quick", "--own", "1,2", "--out", "x"), Set.of("--own"));
        assertEquals(List.of("1", "2"), run.own().list("--own", ""));
        assertEquals(Path.of("x"), run.out());
        assertTrue(run.quick());
        for (List<String> wrong : List.of(List.of("--other", "1"), List.of("--own"), List.of("--own", "1", "2"))) {
            assertThrows(IllegalArgumentException.class, () -> Run.parse(wrong, Set.of("--own")), wrong.toString());
        }
    }

    @Test
    void anotherBuildIsAJarWithAName(@TempDir Path directory) throws IOException {
        Path jar = Files.createFile(directory.resolve("old.jar"));
        Run run =
                Run.parse(List.of("--beside", "old=" + jar, "--flags", " -Da=b  -Dc=d"), Set.of("--beside", "--flags"));
        assertEquals(jar.toString(), run.classPath("tailrace/exclusive/default@old left"));
        assertEquals(System.getProperty("java.class.path"), run.classPath("tailrace/exclusive/default left"));
        assertEquals(List.of("-Da=b", "-Dc=d"), run.flags());
        for (String wrong : List.of("old", "=" + jar, "old=" + directory, "a/b=" + jar)) {
            assertThrows(
                    IllegalArgumentException.class,
                    () -> Run.parse(List.of("--beside", wrong), Set.of("--beside"))
                            .builds(),
                    wrong);
        }
    }
}
