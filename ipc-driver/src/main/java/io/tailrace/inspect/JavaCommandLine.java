/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.inspect;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** Says which program a command line runs, without its arguments: these may hold secrets. */
final class JavaCommandLine {
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

    private JavaCommandLine() {}

    /**
     * {@return the main class, jar or module of a JVM, of our own jar with its sub-command; else the name of the
     * executable}
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
