/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.inspect;

import io.tailrace.file.FileFormatException;
import io.tailrace.internal.ErrorText;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/**
 * A file that could not be read.
 *
 * @param message the file and the problem, in a line for people
 */
public record Unreadable(Reason reason, String message) {
    /** The kind of problem. */
    public enum Reason {
        /** The file is damaged, or of another version. */
        CORRUPT,
        /** The file was there a moment ago. */
        GONE,
        NOT_ALLOWED,
        /** The system could not read the file. */
        FAILED
    }

    /** {@return the report for a log whose files cannot be opened} The message names the file. */
    public static Unreadable log(Path log, IOException failure) {
        if (failure instanceof NoSuchFileException missing) {
            return Files.exists(log)
                    ? new Unreadable(Reason.CORRUPT, missing.getFile() + ": missing, so the log is incomplete")
                    : new Unreadable(Reason.GONE, log + ": removed while it was read");
        }
        if (failure instanceof AccessDeniedException denied) {
            return new Unreadable(Reason.NOT_ALLOWED, denied.getFile() + ": not allowed to read it");
        }
        return new Unreadable(reason(failure), String.valueOf(failure.getMessage()));
    }

    /**
     * {@return the report for another file}
     *
     * @param what the content that was to be read
     */
    public static Unreadable file(String what, IOException failure) {
        return failure instanceof AccessDeniedException denied
                ? new Unreadable(Reason.NOT_ALLOWED, "permission denied: path=" + denied.getFile())
                : new Unreadable(reason(failure), what + " not read: " + ErrorText.of(failure));
    }

    /** {@return the report for a file that was truncated meanwhile} */
    public static Unreadable truncated(String what, Path path) {
        return new Unreadable(Reason.CORRUPT, what + " not read: " + path + " became shorter while it was read");
    }

    /** Reads a file. */
    interface Reading {
        void run() throws IOException;
    }

    /**
     * Reads a file that other processes may remove, damage or truncate meanwhile.
     *
     * @param what the content to read
     * @param unreadable receives a report if the file cannot be read, but not if it is missing
     */
    static void guard(String what, Path path, List<Unreadable> unreadable, Reading reading) {
        try {
            reading.run();
        } catch (NoSuchFileException e) {
            // The file is missing or has been removed meanwhile: nothing to report.
        } catch (IOException e) {
            unreadable.add(file(what, e));
        } catch (InternalError e) {
            unreadable.add(truncated(what, path));
        }
    }

    private static Reason reason(IOException failure) {
        return failure instanceof FileFormatException ? Reason.CORRUPT : Reason.FAILED;
    }
}
