/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.bridge.system;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.testing.ChildProcess;
import io.tailrace.testing.MemoryDirectory;
import io.tailrace.testing.Seeds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * The network, the hosts, the links, the publishers and the processes of one test. At its end no process, no namespace
 * and no directory is left; the output of the processes of a failed test is kept under {@code target/failed-its}.
 * Prints its seed.
 */
final class BridgeScene implements BeforeEachCallback, AfterEachCallback {
    static final String STREAM = "quotes";
    static final int PORT = 9_000;

    private static final long SEED = Seeds.of(BridgeScene.class);
    private static final long PATIENCE_S = 60;
    private static final Path KEPT = Path.of("target", "failed-its");

    private final Random random = new Random(SEED);
    private final List<JavaProcess> processes = new ArrayList<>();
    private final List<Witness> witnesses = new ArrayList<>();
    private final List<Publisher> publishers = new ArrayList<>();
    private Path root;
    private Namespaces network;

    @Override
    public void beforeEach(ExtensionContext context) throws IOException {
        root = MemoryDirectory.create();
        System.out.println(context.getDisplayName() + ": seed=" + SEED);
    }

    Random random() {
        return random;
    }

    Path root() {
        return root;
    }

    Namespaces network() {
        return network;
    }

    /** {@return a number of hosts, named alpha, beta, gamma, each with a driver} */
    List<Host> hosts(int count) throws IOException {
        network = new Namespaces(count);
        List<Host> hosts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            hosts.add(new Host(this, i));
        }
        hosts.forEach(host -> host.driver().awaitLine("READY"));
        return hosts;
    }

    /** Starts a process that is killed at the end of the test. */
    JavaProcess start(List<String> on, Class<?> main, Object... arguments) throws IOException {
        String name = (processes.size() + 1) + "-" + main.getSimpleName();
        JavaProcess process = new JavaProcess(root, name, on, main, arguments);
        processes.add(process);
        return process;
    }

    Witness witness(Host host, String stream, String name) {
        Witness witness = new Witness(host.directory(), stream, name);
        witnesses.add(witness);
        return witness;
    }

    /** Starts the publisher of the next generation. */
    Publisher publisher(Host host, String stream, String kind, long perSecond) throws IOException {
        Publisher publisher = new Publisher(this, host, stream, kind, publishers.size(), perSecond);
        publishers.add(publisher);
        return publisher;
    }

    /** {@return all publishers of this test} */
    List<Publisher> publishers() {
        return publishers;
    }

    /** Waits until a condition holds, for a minute at most, while no witness fails. */
    void await(String what, BooleanSupplier condition) {
        long startNs = System.nanoTime();
        while (!condition.getAsBoolean()) {
            witnesses.forEach(Witness::assertUnharmed);
            assertTrue(
                    System.nanoTime() - startNs < TimeUnit.SECONDS.toNanos(PATIENCE_S),
                    () -> "not seen: " + what + "; " + this);
            ChildProcess.pause();
        }
    }

    @Override
    public String toString() {
        return "publishers=" + publishers + ", witnesses=" + witnesses;
    }

    @Override
    public void afterEach(ExtensionContext context) throws Exception {
        try {
            processes.forEach(JavaProcess::kill);
            witnesses.forEach(Witness::close);
        } finally {
            if (network != null) {
                network.close();
            }
            if (context.getExecutionException().isPresent()) {
                keep(context.getRequiredTestClass().getSimpleName() + "."
                        + context.getRequiredTestMethod().getName());
            }
            delete(root);
        }
    }

    private void keep(String test) throws IOException {
        Path target = KEPT.resolve(test);
        delete(target);
        Files.createDirectories(target);
        try (Stream<Path> files = Files.list(root)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.copy(file, target.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
            }
        }
        System.err.println("kept in " + target.toAbsolutePath());
    }

    private static void delete(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.deleteIfExists(file);
                }
            }
        }
    }
}
