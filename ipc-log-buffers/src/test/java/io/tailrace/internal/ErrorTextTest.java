/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import org.junit.jupiter.api.Test;

/** No message for people consists of a path only. */
class ErrorTextTest {
    @Test
    void whatTheFileSystemSaysHasAReasonAndAPath() {
        assertEquals("permission denied: path=/a/lock", ErrorText.of(new AccessDeniedException("/a/lock")));
        assertEquals("no such file or directory: path=/a", ErrorText.of(new NoSuchFileException("/a")));
        assertEquals("FileAlreadyExistsException: path=/a", ErrorText.of(new FileAlreadyExistsException("/a")));
        assertEquals(
                "Too many open files: path=/a",
                ErrorText.of(new UncheckedIOException(new FileSystemException("/a", null, "Too many open files"))));
    }

    @Test
    void theFirstFrameOfTheProgramIsNamed() {
        IllegalStateException thrown = new IllegalStateException("bad thing €");
        thrown.setStackTrace(new StackTraceElement[] {
            new StackTraceElement("java.util.Objects", "requireNonNull", "Objects.java", 1),
            new StackTraceElement("org.shop.Orders", "onFrame", "Orders.java", 42),
            new StackTraceElement("io.tailrace.Image", "poll", "Image.java", 2)
        });

        assertEquals(
                "java.lang.IllegalStateException: bad thing €, at org.shop.Orders.onFrame(Orders.java:42)",
                ErrorText.withOrigin(thrown));
        thrown.setStackTrace(new StackTraceElement[0]);
        assertEquals("java.lang.IllegalStateException: bad thing €", ErrorText.withOrigin(thrown));
    }

    @Test
    void whatHasNoTextOrSaysLittleByItselfHasItsType() {
        assertEquals("full", ErrorText.of(new IOException("full")));
        assertEquals("java.io.IOException", ErrorText.of(new IOException()));
        assertEquals(
                "java.lang.OutOfMemoryError: Java heap space", ErrorText.of(new OutOfMemoryError("Java heap space")));
    }
}
