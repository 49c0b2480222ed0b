/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.measure;

import io.tailrace.internal.ErrorText;
import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.command.Output;
import io.tailrace.tools.command.Quantity;
import io.tailrace.tools.command.Termination;
import io.tailrace.tools.pubsub.TimedMessages;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.agrona.IoUtil;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code tailrace demo}: starts {@code driver}, {@code sub} and {@code pub} as a user would, shows what a subscriber
 * says, and compares what was sent with what has arrived.
 */
@Command(
        name = "demo",
        mixinStandardHelpOptions = true,
        description = "Runs a driver, a publisher and two subscribers, each in its own JVM, and prints "
                + "rates and latencies each second. The exit code is 0 only if every subscriber "
                + "received every message once and in order.",
        footer = {"Example:", "  tailrace demo --seconds 3 --rate 1m"})
public final class DemoCommand implements Callable<Integer> {
    private static final int MAX_SECONDS = 3_600;
    private static final int MAX_SIZE = 64 * 1024;
    private static final String STREAM = "demo";
    private static final long START_TIMEOUT_MS = 20_000;
    private static final Pattern SENT = Pattern.compile("(?m)^(\\d+) sent$");
    private static final Pattern RECEIVED =
            Pattern.compile(TimedMessages.TOTAL + "(\\d+) received, 0 lost, 0 repeated;.*");
    private static final Path MEMORY_FILE_SYSTEM = Path.of("/dev/shm");
    private static final String PREFIX = "tailrace-demo-";

    private final Termination termination;
    private final Output output = Output.standard();

    @Option(names = "--seconds", paramLabel = "N", description = "How long to publish. Default: 10.")
    private int seconds = 10;

    @Option(
            names = "--rate",
            paramLabel = "R",
            description = "Messages per second; 0: as many as possible. Default: 100k.")
    private double rate = 100_000;

    @Option(
            names = "--size",
            paramLabel = "SIZE",
            converter = Quantity.Bytes.class,
            description = "Bytes of a message, 16 to 64k. Default: 32.")
    private long size = 32;

    /** Makes the command, which is asked to end by the termination. */
    public DemoCommand(Termination termination) {
        this.termination = termination;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Quantity.requireRange("--seconds", seconds, 1, MAX_SECONDS);
        Quantity.requireRange("--size", size, TimedMessages.MIN_LENGTH, MAX_SIZE);
        Path directory = Files.isWritable(MEMORY_FILE_SYSTEM)
                ? Files.createTempDirectory(MEMORY_FILE_SYSTEM, PREFIX)
                : Files.createTempDirectory(PREFIX);
        try {
            return run(directory.resolve("driver"));
        } finally {
            IoUtil.delete(directory.toFile(), failure -> {
                if (!(failure instanceof NoSuchFileException)) { // Else its process has deleted it.
                    throw new UncheckedIOException(
                            "cannot delete " + directory + ": " + ErrorText.of(failure),
                            failure instanceof IOException io ? io : new IOException(failure));
                }
            });
        }
    }

    private int run(Path directory) throws IOException, InterruptedException {
        output.text("a driver, two subscribers and a publisher, each its own process, as by hand:")
                .newLine();
        try (ChildJvm driver = start("driver", directory, List.of("driver"))) {
            driver.await("READY", START_TIMEOUT_MS);
            // The oldest message in the log is the first: the second subscriber may join after it.
            List<String> sub = List.of("sub", STREAM, "--timed", "--from", "oldest", "--until-end");
            List<String> pub = new ArrayList<>(
                    List.of("pub", STREAM, "--timed", "--for", seconds + "s", "--size", Long.toString(size)));
            if (rate > 0) {
                pub.addAll(List.of("--rate", BigDecimal.valueOf(rate).toPlainString()));
            }
            try (ChildJvm one = start("first subscriber", directory, sub);
                    ChildJvm two = start("second subscriber", directory, sub)) {
                String titles = one.await(" ", START_TIMEOUT_MS);
                two.await(" ", START_TIMEOUT_MS);
                try (ChildJvm publisher = start("publisher", directory, pub)) {
                    output.text(titles).newLine().flush();
                    boolean isClean = watch(List.of(driver, publisher, two), one, two, publisher);
                    driver.release();
                    return isClean ? ExitCode.OK : ExitCode.INTERNAL;
                }
            }
        }
    }

    private ChildJvm start(String name, Path directory, List<String> words) throws IOException {
        List<String> arguments = new ArrayList<>(words);
        arguments.addAll(List.of("--dir", directory.toString()));
        output.text("  tailrace " + String.join(" ", arguments)).newLine().flush();
        return ChildJvm.start(name, termination, arguments);
    }

    /** Shows the lines of one subscriber; returns whether both received everything. */
    private boolean watch(List<ChildJvm> others, ChildJvm one, ChildJvm two, ChildJvm publisher)
            throws InterruptedException {
        String line = one.await("", START_TIMEOUT_MS);
        while (!line.startsWith(TimedMessages.TOTAL)) {
            for (ChildJvm other : others) {
                other.requireAlive();
            }
            output.text(line).newLine().flush();
            line = one.await("", START_TIMEOUT_MS);
        }
        String second = two.await(TimedMessages.TOTAL, START_TIMEOUT_MS);
        String sent = find(SENT, publisher.awaitEnd());
        one.awaitEnd();
        two.awaitEnd();
        boolean isClean = !sent.isEmpty() && sent.equals(find(RECEIVED, line)) && sent.equals(find(RECEIVED, second));
        output.text("first subscriber, " + line + "\nsecond subscriber, " + second + '\n')
                .text("sent " + sent + ": ")
                .text(isClean ? "every subscriber got every message once and in order\n" : "FAILED\n")
                .flush();
        return isClean;
    }

    private static String find(Pattern pattern, String text) {
        Matcher found = pattern.matcher(text);
        return found.find() ? found.group(1) : "";
    }
}
