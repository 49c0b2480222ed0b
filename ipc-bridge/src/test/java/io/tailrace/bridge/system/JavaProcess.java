/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.bridge.system;

import io.tailrace.testing.ChildProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Another JVM, on a host of the test's network. */
final class JavaProcess extends ChildProcess {
    private static final List<String> FLAGS = Stream.concat(
                    SHORT_LIFE.stream(), Stream.of("--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED"))
            .toList();

    JavaProcess(Path folder, String name, List<String> on, Class<?> main, Object... arguments) throws IOException {
        super(
                folder,
                name,
                new ProcessBuilder(java(on, Path.of(System.getProperty("java.home")), FLAGS, rest(main, arguments))));
    }

    private static List<String> rest(Class<?> main, Object... arguments) {
        List<String> words = new ArrayList<>(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        Stream.of(arguments).map(Object::toString).forEach(words::add);
        return words;
    }

    /** Writes a line to its standard input. */
    void tell(String line) {
        input(line + "\n");
    }

    /** Lets it exit by itself, and expects status 0 and no output of errors. */
    void end() {
        tell("end");
        awaitQuietEnd();
    }
}
