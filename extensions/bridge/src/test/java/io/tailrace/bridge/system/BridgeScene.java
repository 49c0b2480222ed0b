/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.bridge.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.Image.Origin;
import io.tailrace.file.FileAccess;
import io.tailrace.file.MappedFile;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.testing.ChildProcess;
import io.tailrace.testing.JavaProcess;
import io.tailrace.testing.ProcessScene;
import io.tailrace.testing.Seeds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * The hosts, the link, the publishers and the witnesses of one test: a link from alpha to beta, and on each of the two
 * a witness for alpha's messages.
 */
final class BridgeScene extends ProcessScene {
    static final String STREAM = "quotes";

    private static final long PER_SECOND = 3_000;
    private static final long ENOUGH_MESSAGES = 1_000;
    private static final long PATIENCE_S = 60;
    private static final List<String> FLAGS = Stream.concat(
                    ChildProcess.SHORT_LIFE.stream(), Stream.of("--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED"))
            .toList();
    private static final AtomicInteger SUBNETS = new AtomicInteger();

    private final Random random = new Random(Seeds.of(BridgeScene.class));
    private final List<Publisher> publishers = new ArrayList<>();
    /** Of this process and of this test: another build may run on the same machine. */
    private final String subnet =
            "127." + (10 + ProcessHandle.current().pid() % 240) + "." + (1 + SUBNETS.getAndIncrement() % 24);

    private Host alpha;
    private Host beta;
    private Link link;
    private Witness source;
    private Witness mirror;

    Random random() {
        return random;
    }

    /** {@return the beginning of the addresses of this test's hosts, which a digit follows} */
    String subnet() {
        return subnet;
    }

    /** Makes alpha, beta, the link and the witnesses. */
    void begin() throws IOException {
        alpha = new Host(this, "alpha", 0);
        beta = new Host(this, "beta", 1);
        source = new Witness(alpha.directory());
        mirror = new Witness(beta.directory());
        link = new Link(this, alpha, beta);
    }

    Host alpha() {
        return alpha;
    }

    Host beta() {
        return beta;
    }

    Link link() {
        return link;
    }

    Witness mirror() {
        return mirror;
    }

    /** Starts a process that is killed at the end of the test. */
    JavaProcess start(Class<?> main, String words, Object... arguments) throws IOException {
        List<String> all = new ArrayList<>(FLAGS);
        all.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        all.addAll(List.of(words.split(" ", -1)));
        return start(main.getSimpleName(), List.of(), Path.of(System.getProperty("java.home")), all, arguments);
    }

    /** Starts the publisher of the next generation, on alpha. */
    Publisher publish(String kind) throws IOException {
        int generation = publishers.size() + 1;
        Path file = root().resolve("progress-" + generation);
        MappedBuffer progress = MappedFile.create(file, BridgeActor.PROGRESS_LENGTH, FileAccess.PRIVATE)
                .buffer();
        JavaProcess process = alpha.start("publish", STREAM, kind, generation, file, PER_SECOND);
        Publisher publisher = new Publisher(process, generation, progress);
        publishers.add(publisher);
        return publisher;
    }

    /** Waits until a condition holds, for a minute at most, while no witness fails. */
    void await(String what, BooleanSupplier condition) {
        long startNs = System.nanoTime();
        while (!condition.getAsBoolean()) {
            witnesses().forEach(Witness::assertUnharmed);
            assertTrue(
                    System.nanoTime() - startNs < TimeUnit.SECONDS.toNanos(PATIENCE_S),
                    () -> "not seen: " + what + "; publishers=" + publishers + ", witnesses=" + witnesses());
            ChildProcess.pause();
        }
    }

    /** Expects that more messages of each living publisher arrive. */
    void assertGoesOn() {
        for (Publisher publisher : publishers) {
            if (publisher.process().isAlive()) {
                long enough = publisher.accepted() + ENOUGH_MESSAGES;
                await(
                        publisher + " continues",
                        () -> mirror.of(publisher.generation()).next() > enough);
            }
        }
    }

    /** Ends the publishers. All messages arrive, the mirrors end, and both hosts have seen the same. */
    void endWithoutLoss() {
        publishers.stream().map(Publisher::process).filter(JavaProcess::isAlive).forEach(JavaProcess::end);
        publishers.forEach(this::assertArrives);
        await("the mirrors' end", () -> mirror.images().isEmpty());
        assertEquals(List.of(), mirror.losses());
    }

    /**
     * Expects that the last message of an ended publisher arrives, and that both witnesses have the same messages at
     * the same positions.
     */
    void assertArrives(Publisher publisher) {
        await("all of " + publisher, () -> publisher.hasArrived(source) && publisher.hasArrived(mirror));
        publisher.assertSame(source, mirror);
        Origin origin =
                new Origin(alpha.name(), source.of(publisher.generation()).logId());
        assertEquals(origin, mirror.of(publisher.generation()).origin());
    }

    private List<Witness> witnesses() {
        return source == null || mirror == null ? List.of() : List.of(source, mirror);
    }

    @Override
    public void afterEach(ExtensionContext context) throws Exception {
        try {
            witnesses().forEach(Witness::close);
        } finally {
            super.afterEach(context);
        }
    }
}
