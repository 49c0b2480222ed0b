/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import io.tailrace.testing.ChildProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Another JVM, usually with the classes of the tests, and with no flags other than the test's. */
final class JavaProcess extends ChildProcess {
    private JavaProcess(Path folder, String name, ProcessBuilder builder) throws IOException {
        super(folder, name, builder);
    }

    /**
     * Starts a main class on this JVM's class path.
     *
     * @param wrapper the words before {@code java}, for example a shell that sets a limit
     * @param folder the folder for its output files, whose names begin with the name
     */
    static JavaProcess start(
            Path folder,
            String name,
            List<String> wrapper,
            Jdk jdk,
            List<String> flags,
            Class<?> main,
            Object... arguments)
            throws IOException {
        List<String> words = new ArrayList<>(flags);
        words.addAll(List.of("-cp", QuickJvm.CLASS_PATH, main.getName()));
        return start(folder, name, wrapper, jdk, words, arguments);
    }

    /** Starts a program by the words after {@code java}, which name it and the path of its classes. */
    static JavaProcess start(
            Path folder, String name, List<String> wrapper, Jdk jdk, List<String> words, Object... arguments)
            throws IOException {
        List<String> rest = List.of(arguments).stream().map(Object::toString).toList();
        return new JavaProcess(folder, name, new ProcessBuilder(java(wrapper, jdk.home(), words, rest)));
    }

    /** Writes a line to its standard input. */
    void tell(String line) {
        input(line + "\n");
    }

    /** {@return whether it has written a line with this prefix} */
    boolean hasLine(String prefix) {
        return !lines(prefix).isEmpty();
    }
}
