/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.dump;

import static io.tailrace.log.LogLayout.KIND_CONCURRENT;
import static io.tailrace.log.LogLayout.KIND_EXCLUSIVE;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.log.FrameLayout;
import io.tailrace.log.LogFiles;
import io.tailrace.log.LogLayout;
import io.tailrace.testing.Seeds;
import io.tailrace.tools.command.Termination;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever bytes its files contain, the command exits soon, with 0 or 65. */
class DumpFuzzTest {
    private static final int ROUNDS = Integer.getInteger("tailrace.test.fuzz", 200);
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int T = TestLog.TERM_LENGTH;
    private static final int FIELDS_END = LogLayout.SUBSCRIBER_SLOTS_OFFSET + LogLayout.SUBSCRIBER_SLOT_LENGTH;

    @TempDir
    private Path directory;

    private final List<List<byte[]>> sound = new ArrayList<>();
    private Path victim;

    @BeforeEach
    void makeLogs() throws IOException {
        for (int kind : new int[] {KIND_CONCURRENT, KIND_EXCLUSIVE}) {
            TestLog log = new TestLog(directory.resolve("sound"), kind, "quotes", kind);
            log.turnTo(4L * T + 30_000, 1000);
            log.publish("last");
            sound.add(read(log.directory()));
        }
        victim = Files.createDirectories(directory.resolve("victim/logs/1"));
    }

    private static List<byte[]> read(Path log) throws IOException {
        List<byte[]> files = new ArrayList<>();
        files.add(Files.readAllBytes(LogFiles.metaPath(log)));
        for (int i = 0; i < LogLayout.TERM_COUNT; i++) {
            files.add(Files.readAllBytes(LogFiles.termPath(log, i)));
        }
        return files;
    }

    private void write(List<byte[]> files) throws IOException {
        Files.write(LogFiles.metaPath(victim), files.get(0));
        for (int i = 0; i < LogLayout.TERM_COUNT; i++) {
            Files.write(LogFiles.termPath(victim, i), files.get(1 + i));
        }
    }

    @Test
    void damagedFilesEndTheCommandWithZeroOrCorrupt() {
        long seed = Seeds.of(DumpFuzzTest.class);
        for (int round = 0; round < ROUNDS; round++) {
            Random random = new Random(seed + round);
            String name = "-Dtailrace.test.seed=" + (seed + round) + " -Dtailrace.test.fuzz=1";
            String arguments = String.join(" ", arguments(random));
            assertTimeoutPreemptively(LIMIT, () -> damageAndDump(random, arguments, name), name);
        }
    }

    private void damageAndDump(Random random, String arguments, String name) throws IOException {
        List<byte[]> files = new ArrayList<>();
        sound.get(random.nextInt(sound.size())).forEach(file -> files.add(file.clone()));
        damage(random, files);
        write(files);
        Termination termination = new Termination();
        // A dump that follows would never exit.
        CompletableFuture.delayedExecutor(50, TimeUnit.MILLISECONDS).execute(termination::request);
        DumpRun run = DumpRun.of(termination, new ByteArrayOutputStream(), (victim + " " + arguments).split(" "));
        String context = name + " dump " + arguments + ": " + run;
        assertTrue(run.exitCode() == 0 || run.exitCode() == 65, context);
        assertTrue(run.error().lines().count() <= 1, context);
        boolean told = !run.error().isEmpty() || run.out().contains("anomal");
        assertTrue(run.exitCode() == 0 || told, context);
        assertTrue(run.out().length() < 100_000_000, "hostile length of output: " + name);
        if (arguments.contains("--json")) {
            DumpJsonTest.assertOneObjectALine(run.lines());
        }
    }

    private static List<String> arguments(Random random) {
        List<String> arguments = new ArrayList<>();
        String[] selections = {"", "--from=0", "--tail=5", "-n=3", "--from=0 --limit=1g", "--to=0x40000"};
        arguments.add(selections[random.nextInt(selections.length)]);
        for (String flag : new String[] {"--verify", "--json", "--hex", "--headers"}) {
            if (random.nextInt(3) == 0) {
                arguments.add(flag);
            }
        }
        String[] filters = {"--grep=a", "--regex=.", "--publisher=0", "--publisher=5"};
        if (random.nextInt(3) == 0) {
            arguments.add(filters[random.nextInt(filters.length)]);
        }
        arguments.add(new String[] {"", "", "", "--follow", "--histogram"}[random.nextInt(5)]);
        if (arguments.contains("--follow") || arguments.contains("--histogram")) {
            arguments.remove("--verify");
        }
        if (!arguments.contains("--json") && random.nextBoolean()) {
            arguments.add("--strip");
        }
        arguments.removeIf(String::isEmpty);
        if (arguments.isEmpty()) {
            arguments.add("--verify");
        }
        return arguments;
    }

    private static void damage(Random random, List<byte[]> files) {
        switch (random.nextInt(10)) {
            case 0 -> files.set(random.nextInt(4), random(random, random.nextInt(100_000)));
            case 1 -> files.set(1 + random.nextInt(3), random(random, T));
            case 2 -> {
                // The terms may be anything, but the meta file looks right at first.
                byte[] meta = random(random, LogLayout.META_LENGTH);
                System.arraycopy(files.get(0), 0, meta, 0, LogLayout.TAIL_OFFSET);
                files.set(0, meta);
            }
            case 3 -> files.set(random.nextInt(4), new byte[random.nextBoolean() ? T : LogLayout.META_LENGTH]);
            default -> mutate(random, files);
        }
    }

    private static byte[] random(Random random, int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    private static void mutate(Random random, List<byte[]> files) {
        int mutations = 1 + random.nextInt(20);
        boolean metaOnly = random.nextBoolean();
        for (int i = 0; i < mutations; i++) {
            int file = metaOnly ? 0 : random.nextInt(4);
            ByteBuffer bytes = ByteBuffer.wrap(files.get(file)).order(ByteOrder.LITTLE_ENDIAN);
            // Rarely the first words of the meta file: they are checked before anything is used.
            int start = file == 0 ? (random.nextInt(8) == 0 ? 0 : LogLayout.TAIL_OFFSET) : 0;
            int end = file == 0 ? FIELDS_END : T;
            int words = (end - start) / Long.BYTES;
            int index = start + random.nextInt(words) * Long.BYTES;
            switch (random.nextInt(4)) {
                case 0 -> bytes.put(index + random.nextInt(Long.BYTES), (byte) random.nextInt());
                case 1 -> bytes.putInt(index + 4 * random.nextInt(2), interesting(random));
                case 2 ->
                    bytes.putLong(
                            index, FrameLayout.header(interesting(random), random.nextInt(4), random.nextInt(1 << 16)));
                default -> bytes.putLong(index, interestingPosition(random));
            }
            if (metaOnly) {
                int[] offsets = {512, 640, 648, 656, 664, 672, 680, 9216 + 24, 9216 + 128};
                bytes.putLong(offsets[random.nextInt(offsets.length)], interestingPosition(random));
            }
        }
    }

    private static int interesting(Random random) {
        int[] values = {0, 1, 7, 8, -8, 9, T, T - 8, T / 8, T / 8 + 8, -T, Integer.MAX_VALUE, Integer.MIN_VALUE, -1};
        return random.nextInt(3) == 0 ? random.nextInt() : values[random.nextInt(values.length)];
    }

    private static long interestingPosition(Random random) {
        long[] values = {
            0,
            -1,
            -8,
            4L * T,
            5L * T,
            7L * T,
            4L * T + 30_001,
            Long.MAX_VALUE,
            Long.MIN_VALUE,
            1L << 62,
            Long.MAX_VALUE - 7,
            Long.MAX_VALUE - 3L * T,
            1L << 40
        };
        return switch (random.nextInt(3)) {
            case 0 -> random.nextLong();
            case 1 -> random.nextInt(8 * T) & -8L;
            default -> values[random.nextInt(values.length)];
        };
    }
}
