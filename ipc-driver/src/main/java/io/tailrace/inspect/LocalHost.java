/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.inspect;

import io.tailrace.inspect.Host.ProcessView;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** This host, by its clocks and {@code /proc}. */
public final class LocalHost implements Host {
    private static final Path PROC = Path.of("/proc");
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

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    @Override
    public Instant now() {
        return Instant.now();
    }

    @Override
    public @Nullable ProcessView process(long pid) {
        Path process = PROC.resolve(Long.toString(pid));
        try {
            String stat = Files.readString(process.resolve("stat"), StandardCharsets.ISO_8859_1);
            // The name before it may be anything.
            char state = stat.charAt(stat.lastIndexOf(')') + 2);
            byte[] line = Files.readAllBytes(process.resolve("cmdline"));
            return new ProcessView(
                    program(List.of(new String(line, StandardCharsets.UTF_8).split(SEPARATOR, -1))), state);
        } catch (IOException | IndexOutOfBoundsException e) {
            return null; // It has ended meanwhile, or is hidden.
        }
    }

    /** The kernel shows here the processes of all namespaces below this one, with their pids in each. */
    @Override
    public @Nullable ProcessView process(long pidNamespace, long pid) {
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROC, "[1-9]*")) {
            for (Path process : processes) {
                if (isOf(process, pidNamespace, pid)) {
                    return process(Long.parseLong(process.getFileName().toString()));
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            // It can not be seen.
        }
        return null;
    }

    private static boolean isOf(Path process, long pidNamespace, long pid) {
        try {
            String link = Files.readSymbolicLink(process.resolve("ns/pid")).toString();
            return link.equals("pid:[" + pidNamespace + ']')
                    && Files.readAllLines(process.resolve("status"), StandardCharsets.ISO_8859_1).stream()
                            .anyMatch(line -> line.matches("NSpid:.*\\s" + pid));
        } catch (IOException e) {
            return false; // It has ended, or is another user's.
        }
    }

    @Override
    public String owner(Path path) throws IOException {
        return Files.getOwner(path, LinkOption.NOFOLLOW_LINKS).getName();
    }

    /**
     * {@return the main class, jar or module of a JVM, of our own jar with its sub-command; else the name of the
     * executable} Without its arguments: these may hold secrets.
     */
    static String program(List<String> arguments) {
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
}
