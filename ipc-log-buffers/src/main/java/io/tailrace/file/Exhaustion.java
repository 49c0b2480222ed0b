/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.file;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/** A shortage: it passes, and what it has interrupted can be done again. */
public final class Exhaustion {
    private Exhaustion() {}

    /** {@return whether it is a shortage of heap or stack that was thrown} */
    public static boolean is(Throwable thrown) {
        return thrown instanceof OutOfMemoryError || thrown instanceof StackOverflowError;
    }

    /**
     * {@return whether a file could not be opened for a reason that is not its own, such as a lack of descriptors}
     * Whoever deletes what cannot be used must not delete that.
     */
    public static boolean isOfSystem(IOException thrown, Path file) {
        // What is the file's fault has an exception of its own class: it is missing, forbidden, or of a wrong format.
        return thrown.getClass() == FileSystemException.class && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
    }

    /** {@return the same of the file that the exception names by its whole path, and of a lack of mappings} */
    public static boolean isOfSystem(Throwable thrown) {
        return thrown instanceof MappingLimitException
                || (thrown instanceof FileSystemException e
                        && e.getFile() != null
                        && isOfSystem(e, Path.of(e.getFile())));
    }
}
