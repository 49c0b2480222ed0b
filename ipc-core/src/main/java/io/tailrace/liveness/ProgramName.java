/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.liveness;

import io.tailrace.memory.MappedBuffer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.IntToLongFunction;

/**
 * The name of a client, for people: as given by its program, else derived from the program. It is in the {@code
 * commands} file, so it is known also for a dead client and for one in a container.
 */
public final class ProgramName {
    /** The maximum length of a name, in UTF-8. */
    public static final int MAX_BYTES = 124;

    static final int NAME_LENGTH_OFFSET = 256;
    static final int NAME_OFFSET = 260;

    private static final Path OWN_PROCESS = Path.of("/proc/self");
    private static final String SEPARATOR = "\0";
    private static final String OWN_JAR = "tailrace.jar";
    private static final Set<String> WITH_VALUE = Set.of(
            "-cp",
            "-classpath",
            "--class-path",
            "-p",
            "--module-path",
            "--upgrade-module-path",
            "--add-modules",
            "--add-opens",
            "--add-exports",
            "--add-reads",
            "--limit-modules",
            "--patch-module",
            "--enable-native-access",
            "--source");

    private ProgramName() {}

    /** {@return the name of this process, cut to the maximum length} */
    public static String ofThisProcess() {
        try {
            String name = cut(of(OWN_PROCESS), MAX_BYTES);
            return name.isEmpty() ? "java" : name;
        } catch (IOException e) {
            return "java"; // Not Linux, or a Linux without this information.
        }
    }

    /** {@return the name of a process, by its folder in {@code /proc}; from a hostile process any text} */
    public static String of(Path process) throws IOException {
        byte[] line = Files.readAllBytes(process.resolve("cmdline"));
        return of(List.of(new String(line, StandardCharsets.UTF_8).split(SEPARATOR, -1)));
    }

    /**
     * {@return the main class, jar or module of a JVM, for our own jar with its sub-command; else the name of the
     * executable} Without its arguments, because they may hold secrets.
     */
    static String of(List<String> arguments) {
        String executable = fileName(arguments.get(0));
        if (!executable.equals("java")) {
            return executable;
        }
        for (int i = 1; i < arguments.size(); i++) {
            String argument = arguments.get(i);
            boolean hasNext = i + 1 < arguments.size();
            if (argument.equals("-jar") && hasNext) {
                String jar = fileName(arguments.get(i + 1));
                boolean isOwn = jar.equals(OWN_JAR) && i + 2 < arguments.size();
                return isOwn ? "tailrace " + arguments.get(i + 2) : jar;
            }
            if ((argument.equals("-m") || argument.equals("--module")) && hasNext) {
                return arguments.get(i + 1);
            }
            if (WITH_VALUE.contains(argument)) {
                i++;
            } else if (!argument.startsWith("-") && !argument.startsWith("@") && !argument.isEmpty()) {
                return argument;
            }
        }
        return executable;
    }

    private static String fileName(String path) {
        try {
            Path name = Path.of(path).getFileName();
            return name == null ? path : name.toString();
        } catch (InvalidPathException e) {
            return path;
        }
    }

    /** {@return a client in words: its id, its process, and its name unless that is empty} */
    public static String describe(long clientId, long pid, String name) {
        return "client " + clientId + " (pid " + pid + (name.isEmpty() ? "" : ", " + name) + ')';
    }

    /** {@return the beginning of a text with at most this many bytes in UTF-8, without control characters} */
    public static String cut(String text, int maxBytes) {
        StringBuilder cut = new StringBuilder();
        int length = 0;
        for (int i = 0; i < text.length(); i = text.offsetByCodePoints(i, 1)) {
            int point = text.codePointAt(i);
            length += Character.toString(point).getBytes(StandardCharsets.UTF_8).length;
            if (length > maxBytes) {
                break;
            }
            cut.appendCodePoint(Character.isISOControl(point) ? '?' : point);
        }
        return cut.toString();
    }

    public static void write(MappedBuffer commands, String name) {
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        commands.putInt(NAME_LENGTH_OFFSET, bytes.length);
        commands.putBytes(NAME_OFFSET, bytes);
    }

    /** {@return the name in a {@code commands} file; empty before version 1.3} A hostile client may write any bytes. */
    public static String read(IntToLongFunction commands) {
        ByteBuffer bytes = ByteBuffer.allocate(NAME_OFFSET + MAX_BYTES - NAME_LENGTH_OFFSET)
                .order(ByteOrder.LITTLE_ENDIAN);
        while (bytes.hasRemaining()) {
            bytes.putLong(commands.applyAsLong(NAME_LENGTH_OFFSET + bytes.position()));
        }
        int length = Math.min(Math.max(bytes.getInt(0), 0), MAX_BYTES);
        return cut(new String(bytes.array(), Integer.BYTES, length, StandardCharsets.UTF_8), MAX_BYTES);
    }
}
