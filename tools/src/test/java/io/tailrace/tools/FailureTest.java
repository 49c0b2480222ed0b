/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.OfferStatus;
import io.tailrace.OfferTimeoutException;
import io.tailrace.RegistrationException;
import io.tailrace.TailraceException;
import io.tailrace.driver.DriverConfig;
import io.tailrace.driver.MediaDriver;
import io.tailrace.file.FileFormatException;
import io.tailrace.memory.CorruptLogException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FailureTest {
    private static final Path PATH = Path.of("/somewhere");

    @Test
    void corruptFilesAre65() {
        assertFailure(65, "/somewhere: truncated", new FileFormatException(PATH, "truncated"));
        assertFailure(65, "no frame", new CorruptLogException("no frame"));
    }

    @Test
    void filesThatBecomeShorterMeanwhileAre65() {
        assertFailure(
                65,
                "a file was truncated while in use, or the JVM failed: java.lang.InternalError: a fault",
                new InternalError("a fault"));
    }

    @ParameterizedTest
    @CsvSource({"INVALID,64", "LIMIT,73", "STORAGE,74", "INTERNAL,70", "TIMED_OUT,75"})
    void refusedRegistrationsGoByTheirReason(RegistrationException.Reason reason, int code) {
        assertFailure(code, "refused", new RegistrationException(reason, "refused"));
    }

    @Test
    void offersThatTimeOutAre75() {
        assertFailure(75, "late", new OfferTimeoutException(OfferStatus.BACK_PRESSURED, "late"));
    }

    @Test
    void groupThatIsNoneIs64(@TempDir Path directory) {
        DriverConfig config =
                DriverConfig.DEFAULT.withDirectory(directory.resolve("driver")).withGroup("no-such-group");
        RuntimeException e = assertThrows(RuntimeException.class, () -> MediaDriver.launch(config));
        assertEquals(64, Failure.of(e).exitCode());
        assertTrue(
                Failure.of(e).message().contains("no-such-group"), Failure.of(e).message());
    }

    @Test
    void deniedAccessIs77AndNamesThePath() {
        assertFailure(77, "permission denied: path=/somewhere", new AccessDeniedException("/somewhere"));
        assertFailure(
                77,
                "Operation not permitted: path=/somewhere",
                new FileSystemException("/somewhere", null, "Operation not permitted"));
        assertFailure(77, "cannot", new TailraceException("cannot", new AccessDeniedException("/somewhere")));
    }

    @Test
    void failedInputAndOutputIs74() {
        assertFailure(74, "no space", new IOException("no space"));
        assertFailure(74, "no such file or directory: path=/somewhere", new NoSuchFileException("/somewhere"));
        assertFailure(74, "cannot read", new UncheckedIOException("cannot read", new IOException("broken")));
        assertFailure(
                74,
                "no such file or directory: path=/somewhere",
                new UncheckedIOException(new NoSuchFileException("/somewhere")));
        assertFailure(74, "File too large: path=/a", new FileSystemException("/a", null, "File too large"));
    }

    @Test
    void causeDecidesTheCodeAndTheOuterOneTheText() {
        assertFailure(
                65,
                "cannot connect: /somewhere: truncated",
                new TailraceException(
                        "cannot connect: /somewhere: truncated", new FileFormatException(PATH, "truncated")));
    }

    @Test
    void defectsAre70AndSaySo() {
        Failure failure = Failure.of(new IllegalStateException("odd"));
        assertEquals(70, failure.exitCode());
        assertTrue(failure.message().startsWith("internal error"), failure.message());
        assertTrue(failure.message().contains("odd"), failure.message());
        assertEquals(70, Failure.of(new OutOfMemoryError("heap")).exitCode());
    }

    @Test
    void endlessCausesAreNoTrouble() {
        IllegalStateException first = new IllegalStateException("first");
        first.initCause(new IllegalStateException("second", first));
        assertEquals(70, Failure.of(first).exitCode());
    }

    private static void assertFailure(int exitCode, String message, Throwable thrown) {
        assertEquals(new Failure(exitCode, message), Failure.of(thrown));
    }
}
