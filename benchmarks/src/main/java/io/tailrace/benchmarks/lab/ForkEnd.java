/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.lab;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;

/** What a {@link Fork} talks to: the process that measures. It answers every line on stdin with one of JSON. */
public final class ForkEnd {
    private ForkEnd() {}

    /**
     * Greets, then answers line by line until stdin ends.
     *
     * @param greeting a JSON object
     * @param answers to each line, split at its blanks: a JSON object
     */
    public static void serve(Object greeting, Function<List<String>, ?> answers) {
        try (BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            System.out.println(greeting);
            for (String line = commands.readLine(); line != null; line = commands.readLine()) {
                System.out.println(answers.apply(List.of(line.split(" ", -1))));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Runs a main method to its end; if it fails, ends the process, whatever its other threads do. */
    public static void orExit(Runnable main) {
        try {
            main.run();
        } catch (RuntimeException | Error e) {
            e.printStackTrace();
            System.exit(1);
        }
    }
}
