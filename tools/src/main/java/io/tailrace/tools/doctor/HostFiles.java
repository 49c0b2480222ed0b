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
 * The files by which a host tells of itself: {@code /proc}, {@code /sys}, {@code /etc} and the like. Paths are those of
 * the host, and absolute.
 *
 * @param root under which they are, which is the host's own but in tests
 */
record HostFiles(Path root) {
    /** Of the files that are read, none is near to that. */
    private static final int MAX_LENGTH = 1 << 20;

    static HostFiles ofThisHost() {
        return new HostFiles(Path.of("/"));
    }

    private Path path(String path) {
        return root.resolve(path.substring(1));
    }

    /** {@return the text of a file without the white space around it; empty if it can not be read} */
    String text(String path) {
        try {
            if (!Files.isRegularFile(path(path))) {
                return ""; // A process may have put a pipe there, to open which would wait.
            }
        } catch (InvalidPathException e) {
            return "";
        }
        try (InputStream in = Files.newInputStream(path(path))) {
            return new String(in.readNBytes(MAX_LENGTH), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            return "";
        }
    }

    /** {@return the lines of a file; none if it can not be read} */
    List<String> lines(String path) {
        return text(path).lines().toList();
    }

    /** {@return a number that stands alone in a file; -1 if there is none} */
    long number(String path) {
        return parse(text(path));
    }

    /** {@return the number that a text is; -1 if it is none} */
    static long parse(String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    /** {@return how many lines a file has, however long it is; -1 if it can not be read} */
    long countLines(String path) {
        try (Stream<String> lines = Files.lines(path(path), StandardCharsets.ISO_8859_1)) {
            return lines.count();
        } catch (IOException | UncheckedIOException e) {
            return -1;
        }
    }

    /** {@return the names in a folder, sorted; none if it can not be read} */
    List<String> names(String folder) {
        try (Stream<Path> entries = Files.list(path(folder))) {
            return entries.map(entry -> entry.getFileName().toString()).sorted().toList();
        } catch (IOException | UncheckedIOException e) {
            return List.of();
        }
    }

    /** {@return where a symbolic link leads; empty if it can not be read} */
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

    /** {@return the value behind a name and a separator at the beginning of a line; empty if there is none} */
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
