/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.lab;

import static java.util.stream.Collectors.joining;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.reflect.Constructor;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** The main class of every {@link Fork}: answers each line on stdin with one of JSON, and ends with its stdin. */
final class ForkMain {
    private ForkMain() {}

    /** Arguments: the name of an {@link Answerer}, then those of its constructor. */
    public static void main(String[] args) {
        List<String> arguments = List.of(args);
        try (Answerer answerer = make(arguments.get(0), arguments.subList(1, args.length))) {
            serve(answerer);
        } catch (RuntimeException | Error | ReflectiveOperationException | IOException e) {
            e.printStackTrace();
            System.exit(1); // Whatever other threads do.
        }
    }

    private static Answerer make(String name, List<String> arguments) throws ReflectiveOperationException {
        Constructor<?> constructor = Class.forName(name).getDeclaredConstructor(List.class);
        constructor.setAccessible(true);
        return (Answerer) constructor.newInstance(arguments);
    }

    private static void serve(Answerer answerer) throws IOException {
        try (BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            System.out.println(json(Map.of()));
            for (String line = commands.readLine(); line != null; line = commands.readLine()) {
                System.out.println(json(answerer.answer(List.of(line.split(" ", -1)))));
            }
        }
    }

    /** {@return it in one line of JSON} By hand, because a JSON library in this process would be measured with it. */
    static String json(Object value) {
        if (value instanceof Map<?, ?> members) {
            return members.entrySet().stream()
                    .map(member -> json(member.getKey()) + ": " + json(member.getValue()))
                    .collect(joining(", ", "{", "}"));
        }
        if (value instanceof List<?> list) {
            return list.stream().map(ForkMain::json).collect(joining(", ", "[", "]"));
        }
        boolean isText = !(value instanceof Number || value instanceof Boolean);
        return isText ? '"' + value.toString().replaceAll("[\"\\\\\\p{Cntrl}]", " ") + '"' : value.toString();
    }
}
