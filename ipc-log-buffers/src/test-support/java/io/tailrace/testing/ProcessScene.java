/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A directory and the JVMs of one test. At its end no process is left; the files and the output of a test that failed
 * are kept under {@code target/failed-its}.
 */
public class ProcessScene implements BeforeEachCallback, AfterEachCallback {
    private static final Path KEPT = Path.of("target", "failed-its");

    private final List<JavaProcess> processes = new ArrayList<>();
    private Path root;

    @Override
    public final void beforeEach(ExtensionContext context) throws IOException {
        root = MemoryDirectory.create();
    }

    /** {@return a directory for a test's own files} */
    public final Path root() {
        return root;
    }

    /**
     * Starts a JVM.
     *
     * @param name the name of its files of output, after its number
     * @param wrapper the words before {@code java}, for example a shell that sets a limit
     * @param words the words after {@code java}
     */
    protected final JavaProcess start(
            String name, List<String> wrapper, Path jdk, List<String> words, Object... arguments) throws IOException {
        List<String> rest = Stream.of(arguments).map(Object::toString).toList();
        List<String> command = ChildProcess.java(wrapper, jdk, words, rest);
        JavaProcess process = new JavaProcess(root, (processes.size() + 1) + "-" + name, command);
        processes.add(process);
        return process;
    }

    @Override
    public void afterEach(ExtensionContext context) throws Exception {
        processes.forEach(JavaProcess::kill);
        if (context.getExecutionException().isPresent()) {
            keep(context.getRequiredTestClass().getSimpleName() + "."
                    + context.getRequiredTestMethod().getName() + "." + context.getDisplayName());
        }
        delete(root);
    }

    private void keep(String test) throws IOException {
        Path target = KEPT.resolve(test.replaceAll("[^A-Za-z0-9._-]", "_"));
        delete(target);
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : files.toList()) {
                Path copy = target.resolve(root.relativize(file).toString());
                Files.createDirectories(Files.isDirectory(file) ? copy : copy.getParent());
                if (Files.isRegularFile(file)) {
                    Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
                }
            }
        }
        System.err.println("kept in " + target.toAbsolutePath());
    }

    /** Deletes a folder, if it exists, with everything in it. */
    public static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (NoSuchFileException e) {
            // Nothing to delete.
        }
    }
}
