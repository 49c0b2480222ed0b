/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.doctor;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The files in which a host describes itself: {@code /proc}, {@code /sys}, {@code /etc} and the like. Paths are those
 * of the host, and absolute.
 *
 * @param root the folder that contains them: the host's own root except in tests
 */
record HostFiles(Path root) {
    /** Much longer than any file that is read here. */
    private static final int MAX_LENGTH = 1 << 20;

    private Path path(String path) {
        return root.resolve(path.substring(1));
    }

    /** {@return the text of a file without the white space around it; empty if it cannot be read} */
    String text(String path) {
        try {
            Path file = path(path);
            if (!Files.isRegularFile(file)) {
                return ""; // Opening a pipe, which a process may have put there, would block.
            }
            try (InputStream in = Files.newInputStream(file)) {
                return new String(in.readNBytes(MAX_LENGTH), StandardCharsets.UTF_8).strip();
            }
        } catch (IOException | InvalidPathException e) {
            return "";
        }
    }

    /** {@return the lines of a file; none if it cannot be read} */
    List<String> lines(String path) {
        return text(path).lines().toList();
    }

    /** {@return the number that is the whole text of a file; -1 if there is none} */
    long number(String path) {
        return parse(text(path));
    }

    /** {@return a text as a number; -1 if it is none} */
    static long parse(String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    /** {@return the number of lines of a file of any length; -1 if it cannot be read} */
    long countLines(String path) {
        try (Stream<String> lines = Files.lines(path(path), StandardCharsets.ISO_8859_1)) {
            return lines.count();
        } catch (IOException | UncheckedIOException e) {
            return -1;
        }
    }

    /** {@return the names in a folder, sorted; none if it cannot be read} */
    List<String> names(String folder) {
        try (Stream<Path> entries = Files.list(path(folder))) {
            return entries.map(entry -> entry.getFileName().toString()).sorted().toList();
        } catch (IOException | UncheckedIOException e) {
            return List.of();
        }
    }

    /** {@return the target of a symbolic link; empty if it cannot be read} */
    String link(String path) {
        try {
            return Files.readSymbolicLink(path(path)).toString();
        } catch (IOException e) {
            return "";
        }
    }

    boolean exists(String path) {
        return Files.exists(path(path));
    }

    /** {@return the value after a name and a separator at the beginning of a line; empty if there is none} */
    String value(String path, String name, char separator) {
        String start = name + separator;
        for (String line : lines(path)) {
            if (line.startsWith(start)) {
                return line.substring(start.length()).strip();
            }
        }
        return "";
    }
}
