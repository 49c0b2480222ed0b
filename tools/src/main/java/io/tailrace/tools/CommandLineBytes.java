/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * The arguments as they were typed. In the locale "C" the JVM turns each byte that is not ASCII into a question mark.
 * Services, containers and cron jobs run in that locale, and published messages should not depend on it.
 */
final class CommandLineBytes {
    private static final Path COMMAND_LINE = Path.of("/proc/self/cmdline");

    private CommandLineBytes() {}

    static String[] repair(String[] arguments) {
        if (!isAscii(System.getProperty("sun.jnu.encoding", "")) || !mayBeHarmed(arguments)) {
            return arguments;
        }
        try {
            return last(arguments, Files.readAllBytes(COMMAND_LINE));
        } catch (IOException e) {
            return arguments; // Not Linux: use what the JVM decoded.
        }
    }

    private static boolean isAscii(String charset) {
        return charset.equals("ANSI_X3.4-1968") || charset.equals("US-ASCII");
    }

    private static boolean mayBeHarmed(String[] arguments) {
        for (String argument : arguments) {
            if (argument.indexOf('?') >= 0 || argument.indexOf('\uFFFD') >= 0) {
                return true;
            }
        }
        return false;
    }

    /** {@return as many arguments as there were, from the end of the process's command line} */
    static String[] last(String[] arguments, byte[] commandLine) {
        // Each argument ends with a zero, so the last part is empty.
        String[] all = new String(commandLine, StandardCharsets.UTF_8).split("\0", -1);
        int first = all.length - 1 - arguments.length;
        return first < 0 ? arguments : Arrays.copyOfRange(all, first, all.length - 1);
    }
}
