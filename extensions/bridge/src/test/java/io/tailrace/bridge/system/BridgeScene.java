/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.bridge.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.Origin;
import io.tailrace.control.DriverDirectory;
import io.tailrace.control.LinkFile;
import io.tailrace.file.FileAccess;
import io.tailrace.file.MappedFile;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.testing.ChildProcess;
import io.tailrace.testing.JavaProcess;
import io.tailrace.testing.ProcessScene;
import io.tailrace.testing.Seeds;
import java.io.IOException;
import java.io.UncheckedIOException;
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
 * The hosts, the links, the publishers and the witnesses of one test; in most tests a link from alpha to beta, and a
 * witness on each of the two for alpha's messages.
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
    private final List<Witness> witnesses = new ArrayList<>();
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

    /** {@return a number of hosts, named alpha, beta, gamma, each with a driver} */
    List<Host> hosts(int count) throws IOException {
        List<Host> hosts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            hosts.add(new Host(this, i));
        }
        return hosts;
    }

    /**
     * Makes alpha, beta, the link and the witnesses.
     *
     * @param more further streams
     */
    void begin(String... more) throws IOException {
        List<Host> hosts = hosts(2);
        alpha = hosts.get(0);
        beta = hosts.get(1);
        source = witness(alpha, STREAM);
        mirror = witness(beta, STREAM);
        String[] streams = Stream.concat(Stream.of(STREAM), Stream.of(more)).toArray(String[]::new);
        link = new Link(this, alpha, beta, false, streams);
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

    Witness witness(Host host, String stream) {
        Witness witness = new Witness(host.directory(), stream);
        witnesses.add(witness);
        return witness;
    }

    /** Starts the publisher of the next generation, on alpha. */
    Publisher publish(String kind) throws IOException {
        return publish(alpha, STREAM, kind, PER_SECOND);
    }

    Publisher publish(Host host, String stream, String kind, long perSecond) throws IOException {
        int generation = publishers.size() + 1;
        Path file = root().resolve("progress-" + generation);
        MappedBuffer progress = MappedFile.create(file, BridgeActor.PROGRESS_LENGTH, FileAccess.PRIVATE)
                .buffer();
        JavaProcess process = host.start("publish", stream, kind, generation, file, perSecond);
        Publisher publisher = new Publisher(process, stream, generation, progress);
        publishers.add(publisher);
        return publisher;
    }

    /** Waits until a condition holds, for a minute at most, while no witness fails. */
    void await(String what, BooleanSupplier condition) {
        long startNs = System.nanoTime();
        while (!condition.getAsBoolean()) {
            witnesses.forEach(Witness::assertUnharmed);
            assertTrue(
                    System.nanoTime() - startNs < TimeUnit.SECONDS.toNanos(PATIENCE_S),
                    () -> "not seen: " + what + "; publishers=" + publishers + ", witnesses=" + witnesses);
            ChildProcess.pause();
        }
    }

    /** Waits until this many more messages of a publisher have reached a witness. */
    void awaitMore(Publisher publisher, Witness witness, long messages) {
        long enough = publisher.accepted() + messages;
        await(publisher + " continues", () -> witness.of(publisher.generation()).next() > enough);
    }

    /** Expects that more messages of each living publisher arrive. */
    void assertGoesOn() {
        for (Publisher publisher : publishers) {
            if (publisher.process().isAlive() && publisher.stream().equals(STREAM)) {
                awaitMore(publisher, mirror, ENOUGH_MESSAGES);
            }
        }
    }

    /** {@return the sender's published state of the link} */
    LinkFile.View senderView() {
        return view(alpha, LinkFile.Kind.SEND);
    }

    /** {@return the receiver's published state of the link} */
    LinkFile.View receiverView() {
        return view(beta, LinkFile.Kind.RECEIVE);
    }

    private static LinkFile.View view(Host host, LinkFile.Kind kind) {
        try {
            return LinkFile.list(new DriverDirectory(host.directory())).stream()
                    .filter(view -> view.identity().kind() == kind)
                    .findFirst()
                    .orElseThrow();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Ends the publishers. All messages that were not lost arrive, the mirrors end, and both hosts have seen the same.
     */
    void end() {
        publishers.stream().map(Publisher::process).filter(JavaProcess::isAlive).forEach(JavaProcess::end);
        publishers.stream()
                .filter(publisher -> publisher.stream().equals(STREAM))
                .forEach(this::assertArrives);
        await("the mirrors' end", () -> mirror.images().isEmpty());
    }

    void endWithoutLoss() {
        end();
        assertEquals(List.of(), mirror.losses());
    }

    /**
     * Expects that the last message of an ended publisher arrives, and that both witnesses have the same messages at
     * the same positions.
     */
    void assertArrives(Publisher publisher) {
        assertArrives(publisher, alpha, source, mirror);
    }

    void assertArrives(Publisher publisher, Host home, Witness there, Witness here) {
        await("all of " + publisher, () -> publisher.hasArrived(there) && publisher.hasArrived(here));
        publisher.assertSame(there, here);
        Origin origin = new Origin(home.name(), there.of(publisher.generation()).logId());
        assertEquals(origin, here.of(publisher.generation()).origin());
    }

    @Override
    public void afterEach(ExtensionContext context) throws Exception {
        try {
            witnesses.forEach(Witness::close);
        } finally {
            super.afterEach(context);
        }
    }
}
