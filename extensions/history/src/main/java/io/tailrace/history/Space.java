/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.history;

import io.tailrace.internal.SystemError;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;

/** The space of a history's file store. Any thread. */
record Space(Path directory, FileStore store, long minFreeBytes) {
    /** There is no space beyond what is to stay free. */
    static final class NoSpaceException extends IOException {
        private static final long serialVersionUID = 1;

        NoSpaceException(String message) {
            super(message);
        }
    }

    /** The minimum: with less, no segment can be started. */
    private static final long LEAST_BYTES = 1024 * 1024;

    static Space of(Path directory, long minFreeBytes) throws IOException {
        return new Space(directory, Files.getFileStore(directory), minFreeBytes);
    }

    long freeBytes() throws IOException {
        return store.getUsableSpace();
    }

    /** @throws NoSpaceException if less is free than must stay free */
    void require() throws IOException {
        long freeBytes = freeBytes();
        if (freeBytes < minFreeBytes) {
            throw new NoSpaceException("no space for history: " + describe());
        }
    }

    /** {@return the same error, or a {@link NoSpaceException} if a lack of space caused it} */
    IOException explain(IOException failure) throws IOException {
        long freeBytes = freeBytes();
        boolean says = SystemError.NO_SPACE.isIn(failure.getMessage())
                || String.valueOf(failure.getMessage()).contains("quota exceeded"); // Cannot be provoked.
        return failure instanceof NoSpaceException || !(says || freeBytes < LEAST_BYTES)
                ? failure
                : new NoSpaceException("no space for history: " + describe() + ", cause=" + failure.getMessage());
    }

    String describe() throws IOException {
        return "path=" + directory + ", free=" + freeBytes() + ", min-free=" + minFreeBytes;
    }
}
