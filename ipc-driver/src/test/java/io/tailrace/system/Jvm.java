/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tailrace.Tailrace;
import io.tailrace.ask.Responder;
import io.tailrace.codecs.FailureCode;
import io.tailrace.driver.MediaDriver;
import io.tailrace.history.History;
import io.tailrace.injector.Injector;
import io.tailrace.log.LogLayout;
import io.tailrace.testing.ChildProcess;
import io.tailrace.testing.MemoryDirectory;
import io.tailrace.testing.ProcessScene;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.agrona.DirectBuffer;

/**
 * A JVM to start: the words before its command, the JDK, and its flags.
 *
 * @param wrapper for example a shell that sets a limit
 */
record Jvm(List<String> wrapper, Path home, int major, List<String> flags) {
    /** The JDK that runs this test, without a flag. */
    static final Jvm PLAIN = new Jvm(
            List.of(),
            Path.of(System.getProperty("java.home")),
            Runtime.version().feature(),
            List.of());

    static final String MAY_USE_FUTEXES = "--enable-native-access=ALL-UNNAMED";

    private static final int OLDEST = 17;
    private static final long TIMEOUT_S = 120;
    private static final Path FOLDER = Path.of("target", "quick-jvm").toAbsolutePath();
    private static final Pattern VERSION = Pattern.compile("JAVA_VERSION=\"(\\d+)");
    /** One class of each jar or folder on the processes' class path, in its order. */
    private static final List<Class<?>> PLACES = List.of(
            Jvm.class,
            MediaDriver.class,
            Responder.class,
            History.class,
            Injector.class,
            Tailrace.class,
            LogLayout.class,
            FailureCode.class,
            DirectBuffer.class);

    /**
     * Starts in a third of the processor time: classes from jars, in an archive where they are loaded and verified
     * already (class data sharing), and the compiler and the collector for a short life. The jars and the archive are
     * made once in each JVM that runs such tests.
     */
    private static final class Quick {
        static final String CLASS_PATH;
        static final Jvm JVM;

        static {
            try {
                Files.createDirectories(FOLDER);
                CLASS_PATH = makeClassPath();
                JVM = PLAIN.with(ChildProcess.SHORT_LIFE.toArray(String[]::new))
                        .with("-XX:SharedArchiveFile=" + makeArchive(CLASS_PATH));
            } catch (IOException | InterruptedException e) {
                throw new ExceptionInInitializerError(e);
            }
        }
    }

    /** {@return the JVM for a quick start, with more flags} */
    static Jvm quick(String... more) {
        return Quick.JVM.with(more);
    }

    /** {@return the class path of every JVM of a test} */
    static String classPath() {
        return Quick.CLASS_PATH;
    }

    Jvm with(String... more) {
        List<String> all = new ArrayList<>(flags);
        all.addAll(List.of(more));
        return new Jvm(wrapper, home, major, all);
    }

    /** Stops for good, to be killed there, when it reaches a fault point for the count-th time. */
    Jvm stopsAt(String point, int count) {
        return with("-D" + FaultPoints.POINT + "=" + point, "-D" + FaultPoints.COUNT + "=" + count);
    }

    Jvm stopsAt(String point) {
        return stopsAt(point, 1);
    }

    Jvm in(List<String> words) {
        return new Jvm(words, home, major, flags);
    }

    /**
     * {@return another JDK whose major version is as far as possible from the running one's} Uses the system property
     * {@code tailrace.test.jdk}, which names its home, or else searches the folders where JDKs usually are.
     */
    static Optional<Jvm> other() {
        String named = System.getProperty("tailrace.test.jdk");
        if (named != null && !named.isBlank()) {
            return Optional.of(read(Path.of(named)).orElseThrow(() -> new AssertionError("no JDK: " + named)));
        }
        Path user = Path.of(System.getProperty("user.home"));
        return Stream.of(
                        Path.of("/usr/lib/jvm"),
                        Path.of("/opt/java"),
                        Path.of("/Library/Java/JavaVirtualMachines"),
                        user.resolve(".jdks"),
                        user.resolve(".sdkman/candidates/java"),
                        PLAIN.home.resolveSibling("."))
                .flatMap(
                        folder -> Stream.ofNullable(folder.toFile().listFiles()).flatMap(Stream::of))
                .map(File::toPath)
                .flatMap(home -> Stream.of(home, home.resolve("Contents/Home")))
                .map(Jvm::read)
                .flatMap(Optional::stream)
                .filter(jvm -> jvm.major >= OLDEST && jvm.major != PLAIN.major)
                .max(Comparator.comparingInt(jvm -> Math.abs(jvm.major - PLAIN.major)));
    }

    /** {@return the running JDK, or another one if that is too old} If there is none, the test is skipped. */
    static Jvm atLeast(int major) {
        Jvm jvm = PLAIN.major >= major ? PLAIN : other().orElse(PLAIN);
        assumeTrue(jvm.major >= major, () -> "no JDK of version " + major);
        return jvm;
    }

    /** Reads the version from the file {@code release}, which every JDK has. */
    private static Optional<Jvm> read(Path home) {
        if (!Files.isExecutable(home.resolve("bin/java"))) {
            return Optional.empty();
        }
        try {
            Matcher version = VERSION.matcher(Files.readString(home.resolve("release")));
            return version.find()
                    ? Optional.of(new Jvm(List.of(), home, Integer.parseInt(version.group(1)), List.of()))
                    : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
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

    private static Path makeArchive(String classPath) throws IOException, InterruptedException {
        Path archive = FOLDER.resolve("classes.jsa");
        Path output = FOLDER.resolve("warm-up.out");
        Files.deleteIfExists(archive);
        Path parent = MemoryDirectory.create();
        List<String> command =
                new ArrayList<>(List.of(PLAIN.home.resolve("bin/java").toString()));
        command.addAll(ChildProcess.SHORT_LIFE);
        command.addAll(List.of("-XX:ArchiveClassesAtExit=" + archive, "-cp", classPath, Actor.class.getName()));
        command.addAll(List.of("warm-up", parent.resolve("driver").toString()));
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
        ProcessScene.delete(parent);
        return archive;
    }
}
