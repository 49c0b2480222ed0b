/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/** Wrong command lines, in this process: each has its exit code and a remedy in one line. */
@ResourceLock(Resources.SYSTEM_ERR)
class SummarizerMainTest {
    @TempDir
    Path directory;

    @Test
    void namesWrongOptionAndItsBounds() {
        assertComplaint(SummarizerMain.USAGE, "--summarizers=13, min=1, max=12", "run", "--summarizers", "13", "f");
        assertComplaint(SummarizerMain.USAGE, "--index=1, min=0, max=0", "summarize", "--index", "1");
        assertComplaint(SummarizerMain.USAGE, "--name=a/b", "parse", "--name", "a/b");
        assertComplaint(
                SummarizerMain.USAGE, "--v2=101, min=0, max=100", "generate", "--events", "1", "--v2", "101", "f");
        assertComplaint(SummarizerMain.USAGE, "--events=-1, min=0", "generate", "--events", "-1", "f");
        assertComplaint(SummarizerMain.USAGE, "'--joint'", "run", "--joint", "linked", "f");
        assertComplaint(SummarizerMain.USAGE, "FILE", "ingest");
    }

    @Test
    void namesFileThatCannotBeReadOrWritten() {
        String missing = directory.resolve("missing").toString();
        assertComplaint(SummarizerMain.IO_FAILED, "cannot read: file=" + missing, "ingest", missing);
        assertComplaint(SummarizerMain.IO_FAILED, "cannot read: file=" + missing, "run", missing);
        String inMissing = directory.resolve("missing/file").toString();
        assertComplaint(
                SummarizerMain.IO_FAILED, "cannot write: file=" + inMissing, "generate", "--events", "1", inMissing);
    }

    @Test
    void sameOptionsGenerateSameLines() throws Exception {
        List<Path> files = new ArrayList<>();
        for (String seed : List.of("7", "7", "8")) {
            Path file = directory.resolve("events-" + files.size());
            files.add(file);
            String[] arguments = {"generate", "--events", "100", "--v2", "50", "--seed", seed, file.toString()};
            assertEquals(0, new SummarizerMain().execute(arguments));
        }
        assertEquals(100, Files.readAllLines(files.get(0)).size());
        assertEquals(-1, Files.mismatch(files.get(0), files.get(1)));
        assertTrue(Files.mismatch(files.get(0), files.get(2)) >= 0);
    }

    private static void assertComplaint(int exitCode, String part, String... arguments) {
        PrintStream before = System.err;
        ByteArrayOutputStream errors = new ByteArrayOutputStream();
        System.setErr(new PrintStream(errors, true, StandardCharsets.UTF_8));
        try {
            assertEquals(exitCode, new SummarizerMain().execute(arguments));
        } finally {
            System.setErr(before);
        }
        String told = errors.toString(StandardCharsets.UTF_8);
        assertTrue(told.startsWith("summarizer: ") && told.contains(part), told);
        assertEquals(1, told.lines().count(), told);
    }
}
