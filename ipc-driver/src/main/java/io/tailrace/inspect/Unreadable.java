/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.inspect;

import io.tailrace.file.FileFormatException;
import io.tailrace.file.MappedFileException;
import io.tailrace.internal.ErrorText;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/**
 * What could not be read.
 *
 * @param message what is wrong with which file, in a line for people
 */
public record Unreadable(Reason reason, String message) {
    /** What is wrong. */
    public enum Reason {
        /** It is damaged, or of another version. */
        CORRUPT,
        /** It was there a moment ago. */
        GONE,
        NOT_ALLOWED,
        /** The system could not read it. */
        FAILED
    }

    /** {@return what to say of a log whose files can not be opened} The message names the file. */
    public static Unreadable log(Path log, IOException failure) {
        if (failure instanceof NoSuchFileException missing) {
            return Files.exists(log)
                    ? new Unreadable(Reason.CORRUPT, missing.getFile() + ": missing, so the log is incomplete")
                    : new Unreadable(Reason.GONE, log + ": removed while it was looked at");
        }
        if (failure instanceof AccessDeniedException denied) {
            return new Unreadable(Reason.NOT_ALLOWED, denied.getFile() + ": not allowed to read it");
        }
        return new Unreadable(reason(failure), String.valueOf(failure.getMessage()));
    }

    /**
     * {@return what to say of another file}
     *
     * @param what was to be read there
     */
    public static Unreadable file(String what, IOException failure) {
        return failure instanceof AccessDeniedException denied
                ? new Unreadable(Reason.NOT_ALLOWED, "permission denied: path=" + denied.getFile())
                : new Unreadable(reason(failure), what + " not read: " + ErrorText.of(failure));
    }

    /** {@return what to say of a file that somebody has truncated meanwhile} */
    public static Unreadable truncated(String what, Path path) {
        return new Unreadable(Reason.CORRUPT, what + " not read: " + path + " became shorter while it was read");
    }

    /** Reads a file. */
    interface Reading {
        void run() throws IOException;
    }

    /**
     * Reads a file that others may remove, damage or truncate meanwhile.
     *
     * @param what is to be read there
     * @param unreadable told if it can not be read; not if it is not there
     */
    static void guard(String what, Path path, List<Unreadable> unreadable, Reading reading) {
        try {
            reading.run();
        } catch (NoSuchFileException e) {
            // There is nothing to be told, or it has gone meanwhile.
        } catch (IOException e) {
            unreadable.add(file(what, e));
        } catch (InternalError e) {
            unreadable.add(truncated(what, path));
        }
    }

    private static Reason reason(IOException failure) {
        boolean corrupt = failure instanceof FileFormatException || failure instanceof MappedFileException;
        return corrupt ? Reason.CORRUPT : Reason.FAILED;
    }
}
