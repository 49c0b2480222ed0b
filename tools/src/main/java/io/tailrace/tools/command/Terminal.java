/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.command;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The terminal, file or pipe at the standard output. Control sequences are only written to a terminal that knows them.
 *
 * <p>The drawing needs no restoring: each frame begins at the upper left corner, every colour ends with its line, and
 * neither the cursor nor another screen is switched.
 */
public final class Terminal {
    /** Larger than any terminal. */
    public static final Size UNBOUNDED = new Size(Integer.MAX_VALUE, Integer.MAX_VALUE);

    private static final Size USUAL = new Size(24, 80);

    /** A file or a pipe: no control sequences, no bounds. */
    public static final Terminal PLAIN = new Terminal(false, false, UNBOUNDED);

    private static final File DEVICE = new File("/dev/tty");

    private static final String CONTROL = "\u001b[";
    private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

    /** The numbers of lines and columns. */
    public record Size(int lines, int columns) {}

    /** The state that the colour of a line shows. */
    public enum Colour {
        NONE(""),
        RED("31"),
        YELLOW("33"),
        DIM("2"),
        BOLD("1");

        private final String code;

        Colour(String code) {
            this.code = code;
        }
    }

    private final boolean controlled;
    private final boolean coloured;
    private final @Nullable Size fixed;
    /** The last answer of stty: the signal that ends the command also ends the stty of its last frame. */
    private Size known = USUAL;

    /**
     * Makes a terminal.
     *
     * @param controlled whether it knows control sequences
     * @param coloured whether it shows colours
     * @param fixed its size, null to ask for it each time
     */
    public Terminal(boolean controlled, boolean coloured, @Nullable Size fixed) {
        this.controlled = controlled;
        this.coloured = coloured;
        this.fixed = fixed;
    }

    /**
     * {@return the terminal of this process}
     *
     * @param type TERM of the environment
     * @param noColour NO_COLOR of the environment
     */
    public static Terminal ofThisProcess(@Nullable String type, @Nullable String noColour) {
        boolean controlled = type != null && !type.isEmpty() && !type.equals("dumb") && isTerminal("1");
        boolean coloured = controlled && (noColour == null || noColour.isEmpty());
        return new Terminal(controlled, coloured, controlled ? null : UNBOUNDED);
    }

    /** {@return whether the standard input is a terminal, at which a user can type} */
    public static boolean isInput() {
        return isTerminal("0");
    }

    /** {@code System.console} checks input and output, and differs from JDK to JDK. */
    private static boolean isTerminal(String descriptor) {
        try {
            String target =
                    Files.readSymbolicLink(DESCRIPTORS.resolve(descriptor)).toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty") || target.equals("/dev/console");
        } catch (IOException | UnsupportedOperationException e) {
            return false;
        }
    }

    /** {@return a line in a colour, if the terminal shows colours} */
    public String colour(Colour colour, String line) {
        return coloured && !colour.code.isEmpty() ? CONTROL + colour.code + 'm' + line + CONTROL + "0m" : line;
    }

    /** {@return a frame as text that replaces the previous frame} */
    public String over(String frame) {
        if (!controlled) {
            return frame;
        }
        return CONTROL + "H" + frame.replace("\n", CONTROL + "K\n") + CONTROL + "J";
    }

    /** {@return the current size; unbounded if there is no terminal} A terminal may be resized at any time. */
    public Size size() {
        return fixed == null ? askSize() : fixed;
    }

    private Size askSize() {
        String answer = ask(DEVICE, "stty", "size");
        if (answer != null && answer.matches("\\d{1,6} \\d{1,6}")) {
            int space = answer.indexOf(' ');
            Size size = new Size(
                    Integer.parseInt(answer.substring(0, space)), Integer.parseInt(answer.substring(space + 1)));
            known = size.lines > 0 && size.columns > 0 ? size : USUAL; // A serial line may have no size.
        }
        return known;
    }

    /** {@return the output of a command with this input, null if it fails or does not exist} */
    static @Nullable String ask(File input, String... command) {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectInput(input)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip();
            return process.waitFor() == 0 ? answer : null;
        } catch (IOException e) {
            return null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        }
    }
}
