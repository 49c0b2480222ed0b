/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import io.tailrace.file.FileAccess;
import io.tailrace.file.MappedFile;
import io.tailrace.log.LogFiles;
import io.tailrace.log.LogLayout;
import io.tailrace.log.maintain.Cleaner;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.testing.JavaProcess;
import io.tailrace.testing.ProcessScene;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The driver's directory and the processes of one test, most of which are {@link Actor}s. */
final class Scene extends ProcessScene {
    static final int TERM_LENGTH = 64 * 1024;
    static final int MAX_MESSAGE_LENGTH = TERM_LENGTH / 8 - 8;

    private int publishers;

    /** {@return the media driver's directory} */
    Path directory() {
        return root().resolve("driver");
    }

    /** Starts a main class with the driver's directory as its first argument. */
    JavaProcess start(Jvm jvm, Class<?> main, Object... arguments) throws IOException {
        return start(jvm, main.getName(), main.getSimpleName(), arguments);
    }

    /** Starts an actor; the arguments are {@code KEY=VALUE}. */
    JavaProcess start(Jvm jvm, String verb, Object... arguments) throws IOException {
        return start(jvm, Actor.class.getName() + " " + verb, verb, arguments);
    }

    /** Starts an actor on a JVM for a short life. */
    JavaProcess start(String verb, Object... arguments) throws IOException {
        return start(Jvm.quick(), verb, arguments);
    }

    private JavaProcess start(Jvm jvm, String program, String name, Object... arguments) throws IOException {
        List<String> words = new ArrayList<>(jvm.flags());
        words.addAll(List.of("-cp", Jvm.classPath()));
        words.addAll(List.of(program.split(" ", -1)));
        words.add(directory().toString());
        return start(name, jvm.wrapper(), jvm.home(), words, arguments);
    }

    /** Starts the main class of a module, from a module path only. */
    JavaProcess startModule(Jvm jvm, String modulePath, String main) throws IOException {
        List<String> words = List.of("--module-path", modulePath, "--module", main);
        return start("module", jvm.wrapper(), jvm.home(), words, directory());
    }

    /** Kills a driver that cleans at this moment no log: publishers of such a log would wait for the next driver. */
    void killBetweenCleanings(JavaProcess driver) throws IOException, InterruptedException {
        driver.stop();
        while (isCleanedByTheDriver()) {
            driver.resume();
            driver.stop();
        }
        driver.kill();
    }

    /** {@return whether a driver that stands still was cleaning} */
    boolean isCleanedByTheDriver() {
        return logs().stream().anyMatch(Scene::isCleanedByTheDriver);
    }

    private static boolean isCleanedByTheDriver(Path log) {
        try (MappedFile file = MappedFile.openReadWrite(LogFiles.metaPath(log))) {
            return file.buffer().getLongVolatile(LogLayout.CLEANER_OFFSET) == Cleaner.KEEPER;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** {@return the folders of the logs} */
    List<Path> logs() {
        try (Stream<Path> logs = Files.list(directory().resolve("logs"))) {
            return logs.toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Starts a driver with small terms and waits until it is ready. */
    JavaProcess startDriver() throws IOException {
        return startDriver(Jvm.quick());
    }

    JavaProcess startDriver(Jvm jvm) throws IOException {
        JavaProcess driver = start(jvm, "drive");
        driver.awaitLine("READY");
        return driver;
    }

    /** From now on a driver stops at a point, the next time it is reached. */
    static void arm(JavaProcess driver, String point) {
        driver.tell(Actor.ARM + point);
        driver.awaitLine(Actor.ARMED + point);
    }

    /** Starts a publisher, whose progress outlives it, and does not wait for it. */
    LoadPublisher startPublisher(Jvm jvm, String stream, String kind, Object... more) throws IOException {
        String name = "progress-" + ++publishers;
        MappedBuffer progress = newFile(name, LoadPublisher.PROGRESS_LENGTH);
        List<Object> arguments = new ArrayList<>(List.of(more));
        arguments.addAll(List.of("stream=" + stream, "kind=" + kind, "file=" + root().resolve(name)));
        return new LoadPublisher(start(jvm, "publish", arguments.toArray()), progress);
    }

    /** {@return a file of zeros that outlives the processes that write to it} */
    MappedBuffer newFile(String name, long length) throws IOException {
        return MappedFile.create(root().resolve(name), (int) length, FileAccess.PRIVATE)
                .buffer();
    }
}
