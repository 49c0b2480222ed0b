/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import io.tailrace.testing.MemoryDirectory;
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
 * A directory and the processes of one test. At its end no process is left; the files and the output of a test that
 * failed are kept under {@code target/failed-its}.
 */
final class Scene implements BeforeEachCallback, AfterEachCallback {
    static final int TERM_LENGTH = 64 * 1024;
    static final int MAX_MESSAGE_LENGTH = TERM_LENGTH / 8 - 8;

    private static final Path KEPT = Path.of("target", "failed-its");

    private final List<JavaProcess> processes = new ArrayList<>();
    private Path root;

    @Override
    public void beforeEach(ExtensionContext context) throws IOException {
        root = MemoryDirectory.create();
    }

    /** {@return the media driver's directory} */
    Path directory() {
        return root.resolve("driver");
    }

    /** {@return a directory for a test's own files} */
    Path root() {
        return root;
    }

    /** Starts a process on a JVM with flags for a short life. */
    JavaProcess start(Class<?> main, Object... arguments) throws IOException {
        return start(Jdk.running(), QuickJvm.flags(), main, arguments);
    }

    /** Starts a process with these flags and no others. */
    JavaProcess start(Jdk jdk, List<String> flags, Class<?> main, Object... arguments) throws IOException {
        return start(List.of(), jdk, flags, main, arguments);
    }

    JavaProcess start(List<String> wrapper, Jdk jdk, List<String> flags, Class<?> main, Object... arguments)
            throws IOException {
        String name = (processes.size() + 1) + "-" + main.getSimpleName();
        JavaProcess process = JavaProcess.start(root, name, wrapper, jdk, flags, main, arguments);
        processes.add(process);
        return process;
    }

    /** Starts the main class of a module, from a module path only. */
    JavaProcess startModule(Jdk jdk, String modulePath, String main, Object... arguments) throws IOException {
        List<String> words = List.of("--module-path", modulePath, "--module", main);
        String name = (processes.size() + 1) + "-module";
        JavaProcess process = JavaProcess.start(root, name, List.of(), jdk, words, arguments);
        processes.add(process);
        return process;
    }

    /** Starts a driver with small terms and waits until it is ready. */
    JavaProcess startDriver() throws IOException, InterruptedException {
        JavaProcess driver = start(DriverProcessMain.class, directory(), TERM_LENGTH);
        driver.awaitLine("READY");
        return driver;
    }

    @Override
    public void afterEach(ExtensionContext context) throws Exception {
        for (JavaProcess process : processes) {
            process.kill();
        }
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

    static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (NoSuchFileException e) {
            // Nothing to delete.
        }
    }
}
