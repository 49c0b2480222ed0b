/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import io.tailrace.Tailrace;
import io.tailrace.codecs.FailureCode;
import io.tailrace.driver.MediaDriver;
import io.tailrace.log.LogLayout;
import io.tailrace.testing.ChildProcess;
import io.tailrace.testing.MemoryDirectory;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.agrona.DirectBuffer;

/**
 * Starts the JVMs of tests between processes in a third of the processor time: with their classes in jars, with an
 * archive of those classes loaded and verified (class data sharing), and with the compiler and the collector for a
 * short life. The jars and the archive are made once in each JVM that runs such tests.
 */
final class QuickJvm {
    /** One class of each jar or folder on the processes' class path, in its order. */
    private static final List<Class<?>> PLACES = List.of(
            QuickJvm.class, MediaDriver.class, Tailrace.class, LogLayout.class, FailureCode.class, DirectBuffer.class);

    private static final long TIMEOUT_S = 60;
    private static final Path FOLDER = Path.of("target", "quick-jvm").toAbsolutePath();

    /** For every JVM of a test. */
    static final String CLASS_PATH;

    private static final Path ARCHIVE;

    static {
        try {
            Files.createDirectories(FOLDER);
            CLASS_PATH = makeClassPath();
            ARCHIVE = makeArchive();
        } catch (IOException | InterruptedException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private QuickJvm() {}

    /** {@return the flags for a quick start of the running JDK, and more} */
    static List<String> flags(String... more) {
        List<String> flags = new ArrayList<>(ChildProcess.SHORT_LIFE);
        flags.add("-XX:SharedArchiveFile=" + ARCHIVE);
        flags.addAll(List.of(more));
        return flags;
    }

    /** The archive holds classes from jars only, so each folder of classes becomes one. */
    private static String makeClassPath() throws IOException {
        List<String> entries = new ArrayList<>();
        for (Class<?> type : PLACES) {
            Path place = Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().getPath());
            Path jar = FOLDER.resolve(type.getSimpleName() + ".jar");
            entries.add((Files.isDirectory(place) ? pack(place, jar) : place).toString());
        }
        return String.join(File.pathSeparator, entries);
    }

    private static Path pack(Path folder, Path jar) throws IOException {
        try (Stream<Path> files = Files.walk(folder);
                ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(jar))) {
            out.setLevel(0); // Inflating it takes longer than reading it.
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                out.putNextEntry(new ZipEntry(folder.relativize(file).toString()));
                Files.copy(file, out);
            }
        }
        return jar;
    }

    private static Path makeArchive() throws IOException, InterruptedException {
        Path archive = FOLDER.resolve("classes.jsa");
        Path output = FOLDER.resolve("warm-up.out");
        Files.deleteIfExists(archive);
        Path parent = MemoryDirectory.create();
        List<String> command = new ArrayList<>(List.of(Jdk.running().java().toString()));
        command.addAll(ChildProcess.SHORT_LIFE);
        command.addAll(List.of("-XX:ArchiveClassesAtExit=" + archive, "-cp", CLASS_PATH, WarmUpMain.class.getName()));
        command.add(parent.resolve("driver").toString());
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        process.outputWriter().close();
        if (!process.waitFor(TIMEOUT_S, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
        }
        if (process.exitValue() != 0) {
            throw new IllegalStateException("no archive of classes: exit=" + process.exitValue() + ", timeout="
                    + TIMEOUT_S + " s, see " + output);
        }
        Scene.delete(parent);
        return archive;
    }
}
