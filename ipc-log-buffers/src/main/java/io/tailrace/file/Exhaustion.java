/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.file;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/** A shortage of the system's resources: it passes, and the interrupted operation can be repeated. */
public final class Exhaustion {
    private Exhaustion() {}

    /**
     * {@return whether a file could not be opened for a reason outside the file, such as a lack of descriptors} Code
     * that deletes unusable files must not delete this one.
     */
    public static boolean isOfSystem(IOException thrown, Path file) {
        // A failure of the file itself has its own exception class: the file is missing, forbidden, or of a wrong
        // format.
        return thrown.getClass() == FileSystemException.class && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
    }

    /** {@return the same for the file that the exception names by its whole path, and for a lack of mappings} */
    public static boolean isOfSystem(Throwable thrown) {
        return thrown instanceof MappingLimitException
                || (thrown instanceof FileSystemException e
                        && e.getFile() != null
                        && isOfSystem(e, Path.of(e.getFile())));
    }
}
