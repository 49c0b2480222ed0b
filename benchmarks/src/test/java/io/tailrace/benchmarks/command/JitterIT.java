/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.benchmarks.command.JitterCommand.Hiccups;
import io.tailrace.tools.command.ExitCode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JitterIT {
    @TempDir
    Path folder;

    @Test
    void onlyWhatIsLongerThanTheThresholdIsLost() {
        Hiccups hiccups = new Hiccups(1_000);
        assertEquals(0, hiccups.lostPercent());
        for (long gapNs : new long[] {25, 1_000, 1_001, 25, 5_000, 2_949}) {
            hiccups.add(gapNs);
        }
        assertEquals(3, hiccups.count());
        assertEquals(8_950, hiccups.lostNs());
        assertEquals(10_000, hiccups.tookNs());
        assertEquals(89.5, hiccups.lostPercent());
        assertEquals(6, hiccups.gaps().getTotalCount());
        assertEquals(25, hiccups.gaps().getMinValue());
        hiccups.add(7_200_000_000_000L); // Hours are counted in full.
        assertEquals(7_200_000_008_950L, hiccups.lostNs());
    }

    /** With a threshold of nothing each look is a hiccup, so all of the time is lost. */
    @Test
    void timeIsWatchedAsLongAsWasAskedFor() throws IOException {
        try (BenchTool jitter = BenchTool.run(folder, "jitter", "--for", "200ms", "--threshold", "0s", "--json")) {
            jitter.assertExit(ExitCode.OK);
            BenchTool.assertValid("jitter", jitter.out());
            String tookNs = jitter.out().replaceAll("(?s).*\"tookNs\":(\\d+),.*", "$1");
            assertTrue(Long.parseLong(tookNs) >= 200_000_000, jitter::out);
            assertTrue(jitter.out().contains("\"lostNs\":" + tookNs + ",\"lostPercent\":100.0,"), jitter::out);
        }
    }

    @Test
    void aSignalEndsItWithWhatWasSeen() throws IOException {
        try (BenchTool jitter = BenchTool.start(folder, "jitter", "--for", "1h", "--threshold", "1h")) {
            jitter.awaitOut("JDK");
            jitter.terminate(); // A background process ignores SIGINT.
            jitter.assertExit(ExitCode.INTERRUPTED_BY_TERM);
            assertTrue(jitter.out().contains("\n0 hiccups of more than 3600 s in "), jitter::out);
        }
    }

    @Test
    void valuesThatAreNoneAreRefused() throws IOException {
        for (String wrong : List.of("--for 0s", "--for 25h", "--threshold x", "word")) {
            try (BenchTool jitter = BenchTool.run(folder, ("jitter " + wrong).split(" ", -1))) {
                jitter.assertFails(ExitCode.USAGE);
                assertEquals("", jitter.out());
            }
        }
    }
}
