/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.dump;

import static io.tailrace.log.LogLayout.KIND_EXCLUSIVE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.log.LogMeta;
import io.tailrace.log.LogMirror;
import io.tailrace.tools.JsonSchemas;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The summary of a mirror names its original. */
class DumpMirrorTest {
    private static final long BEGIN = 5L * TestLog.TERM_LENGTH + 4096;

    @TempDir
    private Path directory;

    private TestLog mirror() {
        LogMirror mirror = new LogMirror("alpha", 7, 60_000_000_000L);
        return new TestLog(
                directory,
                LogMeta.Constants.of(17, "quotes", TestLog.TERM_LENGTH, KIND_EXCLUSIVE)
                        .asMirror(mirror, BEGIN));
    }

    private String line() {
        return DumpRun.of(directory, "quotes").lines().stream()
                .filter(line -> line.startsWith("  mirror"))
                .findFirst()
                .orElse("");
    }

    @Test
    void itsOriginAndBeginningAreSaidAndWhetherItIsVacant() {
        TestLog log = mirror();
        log.publish(new byte[5000]);
        assertEquals("  mirror of log 7 of \"alpha\", begins at " + BEGIN, line());
        log.publisherDies();
        assertEquals("  mirror of log 7 of \"alpha\", begins at " + BEGIN + ", vacant, for at most 60 s", line());
    }

    @Test
    void nothingIsWrongWithIt() {
        TestLog log = mirror();
        log.publish(new byte[5000]);
        DumpRun run = DumpRun.of(directory, "quotes", "--verify");
        assertEquals(0, run.exitCode(), run.out());
    }

    @Test
    void programsAreTold() {
        mirror().publisherDies();
        DumpRun run = DumpRun.of(directory, "quotes", "--json");
        assertTrue(
                run.out()
                        .contains("\"mirror\":{\"originHost\":\"alpha\",\"originLogId\":7,\"beginPosition\":" + BEGIN
                                + ",\"vacant\":true}"),
                run.out());
        JsonSchemas.assertValid("dump", run.out());
    }
}
