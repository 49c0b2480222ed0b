/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.command;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What the standard output is connected to. Where that is no terminal, or one that knows no control sequences, none is
 * ever written.
 *
 * <p>What is drawn here needs no restoring: each frame begins at the upper left corner, every colour ends with its
 * line, and neither the cursor nor another screen are switched. Only a {@link Keyboard} switches something.
 */
public final class Terminal {
    /** Larger than any. */
    public static final Size UNBOUNDED = new Size(Integer.MAX_VALUE, Integer.MAX_VALUE);

    private static final Size USUAL = new Size(24, 80);

    /** No control sequences, without bounds: a file or a pipe. */
    public static final Terminal PLAIN = new Terminal(false, false, UNBOUNDED);

    static final File DEVICE = new File("/dev/tty");

    private static final String CONTROL = "\u001b[";
    private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

    /** How many lines and columns it has. */
    public record Size(int lines, int columns) {}

    /** What a line says about itself. */
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
    /** The last answer of stty: the signal that ends a program ends the stty of its last frame, too. */
    private Size known = USUAL;

    /**
     * Makes one.
     *
     * @param controlled whether it knows control sequences
     * @param coloured whether it shows colours
     * @param fixed its size, null if it has to be asked each time
     */
    public Terminal(boolean controlled, boolean coloured, @Nullable Size fixed) {
        this.controlled = controlled;
        this.coloured = coloured;
        this.fixed = fixed;
    }

    /**
     * {@return that of this process}
     *
     * @param type TERM of the environment
     * @param noColour NO_COLOR of the environment
     */
    public static Terminal ofThisProcess(@Nullable String type, @Nullable String noColour) {
        boolean controlled = type != null && !type.isEmpty() && !type.equals("dumb") && isTerminal("1");
        boolean coloured = controlled && (noColour == null || noColour.isEmpty());
        return new Terminal(controlled, coloured, controlled ? null : UNBOUNDED);
    }

    /** {@return whether somebody can type, at a terminal that the standard input is connected to} */
    public static boolean isInput() {
        return isTerminal("0");
    }

    /** {@code System.console} looks at input and output, and differs from JDK to JDK. */
    private static boolean isTerminal(String descriptor) {
        try {
            String target =
                    Files.readSymbolicLink(DESCRIPTORS.resolve(descriptor)).toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty") || target.equals("/dev/console");
        } catch (IOException | UnsupportedOperationException e) {
            return false;
        }
    }

    /** {@return a line in a colour, where there are colours} */
    public String colour(Colour colour, String line) {
        return coloured && !colour.code.isEmpty() ? CONTROL + colour.code + 'm' + line + CONTROL + "0m" : line;
    }

    /** {@return what clears the screen for the first frame} */
    public String clear() {
        return controlled ? CONTROL + "H" + CONTROL + "2J" : "";
    }

    /** {@return a frame so that it takes the place of the one before} */
    public String over(String frame) {
        if (!controlled) {
            return frame;
        }
        return CONTROL + "H" + frame.replace("\n", CONTROL + "K\n") + CONTROL + "J";
    }

    /** {@return how large it is now; without bounds if it is none} A terminal may be resized at any time. */
    public Size size() {
        return fixed == null ? askSize() : fixed;
    }

    /** {@return its keys, or null if there are none} */
    public @Nullable Keyboard keyboard() {
        return controlled ? Keyboard.open() : null;
    }

    private Size askSize() {
        String answer = ask("stty", "size");
        if (answer != null && answer.matches("\\d{1,6} \\d{1,6}")) {
            int space = answer.indexOf(' ');
            Size size = new Size(
                    Integer.parseInt(answer.substring(0, space)), Integer.parseInt(answer.substring(space + 1)));
            known = size.lines > 0 && size.columns > 0 ? size : USUAL; // A line may know no size.
        }
        return known;
    }

    /** {@return what a command prints whose input is the terminal, null if it fails, or there is none} */
    static @Nullable String ask(String... command) {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectInput(DEVICE)
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
