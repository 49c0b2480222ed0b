/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.OfferStatus;
import io.tailrace.OfferTimeoutException;
import io.tailrace.RegistrationException;
import io.tailrace.TailraceException;
import io.tailrace.file.FileFormatException;
import io.tailrace.memory.CorruptLogException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FailureTest {
    private static final Path PATH = Path.of("/somewhere");
    private static final String NO_SUCH_FILE = "no such file or directory: path=/somewhere";

    private static void assertFailure(int exitCode, String message, Throwable thrown) {
        assertEquals(new Failure(exitCode, message), Failure.of(thrown));
    }

    @Test
    void corruptFilesAndThoseThatBecomeShorterMeanwhileAre65() {
        assertFailure(65, "/somewhere: truncated", new FileFormatException(PATH, "truncated"));
        assertFailure(65, "no frame", new CorruptLogException("no frame"));
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
    void failedInputAndOutputIs74AndDeniedAccess77() {
        assertFailure(74, "no space", new IOException("no space"));
        assertFailure(74, NO_SUCH_FILE, new NoSuchFileException("/somewhere"));
        assertFailure(74, NO_SUCH_FILE, new UncheckedIOException(new NoSuchFileException("/somewhere")));
        assertFailure(74, "cannot read", new UncheckedIOException("cannot read", new IOException("broken")));
        assertFailure(74, "File too large: path=/a", new FileSystemException("/a", null, "File too large"));
        assertFailure(77, "permission denied: path=/somewhere", new AccessDeniedException("/somewhere"));
        assertFailure(
                77, "Operation not permitted: path=/a", new FileSystemException("/a", null, "Operation not permitted"));
    }

    @Test
    void causeDecidesTheCodeAndTheOuterOneTheText() {
        assertFailure(77, "cannot", new TailraceException("cannot", new AccessDeniedException("/somewhere")));
        assertFailure(65, "cannot", new TailraceException("cannot", new FileFormatException(PATH, "truncated")));
        assertFailure(75, "late", new OfferTimeoutException(OfferStatus.BACK_PRESSURED, "late"));
        IllegalStateException endless = new IllegalStateException("first");
        endless.initCause(new IllegalStateException("second", endless));
        assertEquals(70, Failure.of(endless).exitCode());
        assertTrue(Failure.of(endless).message().startsWith("internal error"), endless::toString);
    }
}
