/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.bridge.system;

import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.Tailrace;
import io.tailrace.TailraceException;
import io.tailrace.bridge.BridgeReceiver;
import io.tailrace.bridge.BridgeReceiverConfig;
import io.tailrace.bridge.BridgeSender;
import io.tailrace.bridge.BridgeSenderConfig;
import io.tailrace.driver.DriverConfig;
import io.tailrace.driver.MediaDriver;
import io.tailrace.driver.Retention;
import io.tailrace.file.MappedFile;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.testing.Numbered;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * A process of a host: {@code VERB DIRECTORY ...}. It exits in good order on a line on its standard input, and on
 * SIGTERM.
 */
final class BridgeActor {
    static final int ACCEPTED = 0;
    static final int ATTEMPTED = 8;
    static final int PROGRESS_LENGTH = 16;

    /** Small, so that the messages of some seconds fill all three terms several times. */
    private static final int TERM_LENGTH = 64 * 1024;
    /** Short enough that a test can wait until a log is gone. */
    private static final Duration RETAINED = Duration.ofSeconds(2);

    private static final long REFUSED_PAUSE_NS = 50_000;
    private static final long LOOK_AGAIN_NS = 50_000_000;
    private static final long PATIENCE_MS = 10_000;

    private final AtomicBoolean isSignalled = new AtomicBoolean();
    private final Path directory;
    private final String[] words;

    private BridgeActor(String[] args) {
        directory = Path.of(args[1]);
        words = Arrays.copyOfRange(args, 2, args.length);
        Thread main = Thread.currentThread();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            isSignalled.set(true);
            try {
                main.join(PATIENCE_MS);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }));
    }

    public static void main(String[] args) throws IOException {
        BridgeActor actor = new BridgeActor(args);
        switch (args[0]) {
            case "drive" -> actor.drive();
            case "publish" -> actor.publish();
            case "read" -> actor.read();
            case "send" -> actor.send();
            case "receive" -> actor.receive();
            default -> throw new IllegalArgumentException(args[0]);
        }
    }

    private boolean isToEnd() {
        try {
            return isSignalled.get() || System.in.available() > 0;
        } catch (IOException e) {
            return true;
        }
    }

    private void drive() {
        DriverConfig config = DriverConfig.DEFAULT
                .withDirectory(directory)
                .withTermLength(TERM_LENGTH)
                .withRetention(new Retention(RETAINED, Retention.DEFAULT.bytes()));
        try (MediaDriver driver = MediaDriver.launch(config)) {
            System.out.println("READY dir=" + driver.directory());
            while (!isToEnd()) {
                LockSupport.parkNanos(LOOK_AGAIN_NS);
            }
        }
    }

    /**
     * Publishes {@link Numbered} messages: {@code STREAM exclusive|concurrent GENERATION FILE PER-SECOND}. The file,
     * which outlives the process, holds the number of accepted messages, and that number including the message being
     * offered.
     */
    private void publish() throws IOException {
        MappedBuffer progress = MappedFile.openReadWrite(Path.of(words[3])).buffer();
        long generation = Long.parseLong(words[2]);
        double periodNs = 1e9 / Long.parseLong(words[4]);
        try (Tailrace tailrace = Tailrace.connect(directory);
                Publication publication = words[1].equals("exclusive")
                        ? tailrace.addExclusivePublication(words[0])
                        : tailrace.addPublication(words[0])) {
            System.out.println("PUBLICATION " + publication.logId());
            MappedBuffer message = MappedBuffer.allocate(Numbered.MAX_LENGTH);
            long beganNs = System.nanoTime();
            for (long number = 0; !isToEnd() && offer(publication, message, generation, number, progress); number++) {
                long earlyNs = (long) (number * periodNs) - (System.nanoTime() - beganNs);
                if (earlyNs > 1_000_000) {
                    LockSupport.parkNanos(earlyNs);
                }
            }
        }
    }

    /** {@return false if it is to exit before there is space} */
    private boolean offer(
            Publication publication, MappedBuffer message, long generation, long number, MappedBuffer progress) {
        int length = Numbered.write(message, generation, number);
        progress.putLongRelease(ATTEMPTED, number + 1);
        while (publication.offer(message, 0, length) <= 0) {
            if (isToEnd() || publication.isClosed()) {
                progress.putLongRelease(ATTEMPTED, number);
                return false;
            }
            LockSupport.parkNanos(REFUSED_PAUSE_NS);
        }
        progress.putLongRelease(ACCEPTED, number + 1);
        return true;
    }

    /** A subscriber that gates, and checks that each message is whole: {@code STREAM}. */
    private void read() {
        try (Tailrace tailrace = Tailrace.connect(directory);
                Subscription subscription = tailrace.addSubscription(words[0])) {
            System.out.println("READER");
            while (!isToEnd()) {
                subscription.poll(
                        (buffer, offset, length, header) -> Numbered.check(buffer, offset, length),
                        64,
                        Duration.ofMillis(100));
            }
        }
    }

    /** The sending end of a link: {@code TO HOST STREAM}. */
    private void send() {
        BridgeSenderConfig config = BridgeSenderConfig.of(words[0], directory, words[2])
                .withHost(words[1])
                .withErrorHandler(error -> System.out.println("NEWS " + error));
        again(() -> {
            try (BridgeSender sender = BridgeSender.launch(config)) {
                await("SENDER", sender::isRunning);
            }
        });
    }

    /** The receiving end of links: {@code LISTEN HOST}. */
    private void receive() {
        BridgeReceiverConfig config = BridgeReceiverConfig.of(words[0], directory)
                .withExposed(true)
                .withHost(words[1])
                .withErrorHandler(error -> System.out.println("NEWS " + error));
        again(() -> {
            try (BridgeReceiver receiver = BridgeReceiver.launch(config)) {
                await("RECEIVER", receiver::isRunning);
            }
        });
    }

    private void await(String ready, BooleanSupplier isRunning) {
        System.out.println(ready);
        while (!isToEnd() && isRunning.getAsBoolean()) {
            LockSupport.parkNanos(LOOK_AGAIN_NS);
        }
    }

    /** Retries while there is no driver. */
    private void again(Runnable end) {
        while (!isToEnd()) {
            try {
                end.run();
            } catch (TailraceException e) {
                System.out.println("REFUSED " + e.getMessage());
                LockSupport.parkNanos(LOOK_AGAIN_NS);
            }
        }
    }
}
