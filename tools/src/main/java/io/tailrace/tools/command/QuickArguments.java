/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.command;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads plain command lines: {@code --name value}, {@code --name=value}, {@code --flag}, each at most once, and
 * arguments that begin with no dash. All others are left to picocli.
 *
 * <p>It exists because people wait for the start of these commands, and to load picocli takes longer than the rest.
 * Medians of 15 runs in turn of the whole process, where no driver lives and each command waits 1 s for one (JDK 17,
 * two idle cores):
 *
 * <pre>
 *                                     wall time          processor time
 *                                     here    picocli    here    picocli
 *   pub NAME --wait-subscriber 0    1,116 ms  1,258 ms  190 ms   430 ms
 *   sub NAME --for 1ms              1,110 ms  1,250 ms  180 ms   420 ms
 * </pre>
 */
public final class QuickArguments {
    /** The name of an argument that is no option. */
    public static final String POSITIONAL = "";

    private final String[] arguments;
    private final List<String> seen = new ArrayList<>();
    private int next;
    private String name = POSITIONAL;
    private @Nullable String inlineValue;

    private QuickArguments(String[] arguments, int first) {
        this.arguments = arguments;
        this.next = first;
    }

    /**
     * Gives a command its arguments.
     *
     * @param first where they begin
     * @return false if picocli should read them, into a new command: this one may have taken some
     */
    public static boolean parse(String[] arguments, int first, QuickCommand command) {
        QuickArguments quick = new QuickArguments(arguments, first);
        try {
            while (quick.next < arguments.length) {
                quick.advance();
                if (!command.take(quick)) {
                    return false;
                }
            }
        } catch (IllegalArgumentException e) {
            return false;
        }
        return command.isComplete();
    }

    private void advance() {
        String argument = arguments[next++];
        inlineValue = argument;
        if (!argument.startsWith("-")) {
            name = POSITIONAL;
            return;
        }
        int equals = argument.indexOf('=');
        name = equals < 0 ? argument : argument.substring(0, equals);
        inlineValue = equals < 0 ? null : argument.substring(equals + 1);
        name = switch (name) {
            case "-d" -> "--dir";
            case "-l" -> "--long";
            case "-f" -> "--follow";
            default -> name;
        };
        if (seen.contains(name)) {
            throw new IllegalArgumentException("given twice: " + name);
        }
        seen.add(name);
    }

    /** {@return the name of the option with its dashes, or {@link #POSITIONAL}} */
    public String name() {
        return name;
    }

    /** {@return the text of a positional argument, or the value of an option} */
    public String text() {
        String value = inlineValue;
        if (value == null) {
            if (next == arguments.length || arguments[next].startsWith("-")) {
                throw new IllegalArgumentException("no value: " + name);
            }
            value = arguments[next++];
        }
        if (!name.equals(POSITIONAL) && (value.isEmpty() || value.startsWith("-"))) {
            throw new IllegalArgumentException("odd value: " + name + ' ' + value);
        }
        return value;
    }

    /** {@return whether the value of an option is in the same argument} */
    public boolean isAttached() {
        return inlineValue != null;
    }

    /** {@return true, for an option that takes no value} */
    public boolean flag() {
        if (inlineValue != null) {
            throw new IllegalArgumentException("takes no value: " + name);
        }
        return true;
    }

    public Path path() {
        return Path.of(text());
    }

    /** {@return the constant that the value names, in any case} */
    public <E extends Enum<E>> E oneOf(E[] constants) {
        String value = text();
        for (E constant : constants) {
            if (constant.name().equalsIgnoreCase(value)) {
                return constant;
            }
        }
        throw new IllegalArgumentException("unknown value: " + name + ' ' + value);
    }
}
