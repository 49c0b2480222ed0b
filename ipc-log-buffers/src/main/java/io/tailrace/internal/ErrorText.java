/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.internal;

import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The text of an exception for people. The exceptions of the file system carry a path and a type; often their message
 * is the path alone.
 */
public final class ErrorText {
    private static final List<String> LIBRARIES = List.of("java.", "jdk.", "sun.", "io.tailrace.", "org.agrona.");

    private ErrorText() {}

    /** {@return a description of the failure, with its file; never blank} */
    public static String of(Throwable thrown) {
        if (thrown instanceof FileSystemException file) {
            return describe(file) + ": path=" + file.getFile();
        }
        if (thrown instanceof UncheckedIOException && thrown.getCause() instanceof FileSystemException file) {
            return of(file);
        }
        return thrown instanceof Error || isBlank(thrown.getMessage())
                ? thrown.toString()
                : String.valueOf(thrown.getMessage());
    }

    /**
     * {@return class and text of an exception thrown by a handler of the program, and the program's first line in its
     * stack trace}
     */
    public static String withOrigin(Throwable thrown) {
        return thrown + origin(thrown);
    }

    /**
     * {@return the program's first line in the stack trace of a handler's exception, as the end of a sentence; or
     * nothing}
     */
    public static String origin(Throwable thrown) {
        for (StackTraceElement frame : thrown.getStackTrace()) {
            if (LIBRARIES.stream().noneMatch(frame.getClassName()::startsWith)) {
                return ", at " + frame;
            }
        }
        return "";
    }

    private static String describe(FileSystemException file) {
        if (file instanceof AccessDeniedException) {
            return "permission denied" + (isBlank(file.getReason()) ? "" : " (" + file.getReason() + ')');
        }
        if (file instanceof NoSuchFileException) {
            return "no such file or directory";
        }
        return isBlank(file.getReason()) ? file.getClass().getSimpleName() : String.valueOf(file.getReason());
    }

    private static boolean isBlank(@Nullable String text) {
        return text == null || text.isBlank();
    }
}
