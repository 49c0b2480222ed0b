/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tailrace.CounterSource;
import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.Tailrace;
import io.tailrace.WaitPolicy;
import io.tailrace.control.ControlFile;
import io.tailrace.control.DriverDirectory;
import io.tailrace.log.Waker;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.testing.Await;
import io.tailrace.testing.JavaProcess;
import io.tailrace.testing.Seeds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Two processes that wake one another very often: no wake-up is missed, with any mechanism, on any two JDKs, whichever
 * process dies. The system properties {@code tailrace.test.throws} and {@code tailrace.test.deaths} set how often.
 */
final class SleepIT {
    private static final int THROWS = Integer.getInteger("tailrace.test.throws", 3_000);
    private static final int DEATHS = Integer.getInteger("tailrace.test.deaths", 3);
    private static final long SEED = Seeds.of(SleepIT.class);
    private static final int SANDBOX_THROWS = 2_000;
    private static final int FIRST_WITH_FUTEXES = 22;
    private static final String THIS = "this";
    private static final String FUTEX = "futex";
    private static final int LONGEST_LIFE_MS = 400;
    /** How long after a death, and after the next start, a wake-up may be missed: a proof of death and a sleep. */
    private static final long AFTERMATH_NS = 2_000_000_000L;

    /** The time from the death of a process until another process has taken its place. */
    private record Gap(long fromNs, long toNs) {
        boolean explains(String line) {
            String[] times = line.split(" ", -1);
            return Long.parseLong(times[1]) >= fromNs && Long.parseLong(times[0]) <= toNs + AFTERMATH_NS;
        }
    }

    /**
     * A seccomp filter that refuses the futexes that processes share, as a strict container may. A JVM still works in
     * it, because its own futexes are private. Perl installs the filter, and runs the command that follows: Java would
     * need more than the one kind of system call that Tailrace links. FUTEX_WAIT is 0 and FUTEX_WAKE is 1; both fail
     * with EPERM. Numbers of x86-64.
     */
    private static final String SCRIPT = """
        my $filter = pack("(SCCL)*",
            0x20, 0, 0, 4,           # load the architecture
            0x15, 0, 5, 0xC000003E,  # not x86-64: allow
            0x20, 0, 0, 0,           # load the number of the system call
            0x15, 0, 3, 202,         # not futex: allow
            0x20, 0, 0, 24,          # load its operation
            0x35, 1, 0, 2,           # neither 0 nor 1: allow
            0x06, 0, 0, 0x50001,     # refuse
            0x06, 0, 0, 0x7FFF0000); # allow
        my $program = pack("Sx6P", length($filter) / 8, $filter);
        syscall(157, 38, 1, 0, 0, 0) == 0 && syscall(317, 1, 0, $program) == 0 or exit 77;
        exec @ARGV;
        """;

    private static final List<String> SANDBOX = List.of("perl", "-e", SCRIPT);

    @RegisterExtension
    final Scene scene = new Scene();

    private final Random random = new Random(SEED);
    private final List<JavaProcess> throwers = new ArrayList<>();
    private final List<Gap> gaps = new ArrayList<>();
    private JavaProcess driver;
    private JavaProcess left;
    private JavaProcess right;

    @ParameterizedTest(name = "{0} and {1}, {2}")
    @CsvSource({
        "this, this, ECONOMY",
        "this, this, BALANCED",
        "this, other, ECONOMY",
        "this, futex, ECONOMY",
        "futex, this, ECONOMY",
        "futex, futex, ECONOMY",
        "futex, futex, BALANCED"
    })
    void noWakeUpIsMissed(String first, String second, String policy) throws Exception {
        startDriver(first, second);
        right = startThrower(second, 0, policy);
        left = startThrower(first, THROWS, policy);
        for (int caught = Thrower.REPORTED; caught <= THROWS; caught += Thrower.REPORTED) {
            left.awaitLine(Thrower.CAUGHT + caught + ".");
        }
        assertEquals(first.equals(FUTEX) ? "futex" : "socket", left.awaitLine("MECHANISM"));
        right.tell("end");
        assertEquals(second.equals(FUTEX) ? "futex" : "socket", right.awaitLine("MECHANISM"));
        // A thread that checks first yields to the other, and then mostly finds its message.
        int leastSleeps = policy.equals("BALANCED") ? 1 : THROWS / 4;
        for (JavaProcess process : List.of(left, right)) {
            process.awaitQuietEnd();
            assertTrue(Long.parseLong(process.awaitLine("SLEPT")) >= leastSleeps, process::toString);
            assertEquals("0", process.awaitLine("MISSED"), process::toString);
            assertFalse(process.hasLine(Thrower.GONE), process::toString);
        }
        driver.end();
    }

    /** Sleepers, publishers and drivers, each of which is the waker, the sleeper or the relay of another. */
    @ParameterizedTest(name = "{0} and {1}")
    @CsvSource({"this, this", "this, futex", "futex, futex"})
    void onlyADeathDelaysAWakeUp(String first, String second) throws Exception {
        startDriver(first, second);
        right = startThrower(second, 0, "ECONOMY");
        left = startThrower(first, Integer.MAX_VALUE, "ECONOMY");
        for (int i = 0; i < DEATHS; i++) {
            Thread.sleep(random.nextInt(LONGEST_LIFE_MS), random.nextInt(1_000_000));
            long fromNs = System.nanoTime();
            switch (i % 3) {
                case 0 -> {
                    driver.kill();
                    startDriver(first, second);
                }
                case 1 -> {
                    left.kill();
                    left = startThrower(first, Integer.MAX_VALUE, "ECONOMY");
                }
                default -> {
                    right.kill();
                    right = startThrower(second, 0, "ECONOMY");
                }
            }
            gaps.add(new Gap(fromNs, System.nanoTime()));
            awaitThrows();
        }
        end();
    }

    /** With the first driver, threads sleep in futexes, and a process without futexes asks the driver to wake them. */
    @Test
    void aNextDriverWithoutFutexesHasAllOthersChooseAnew() throws Exception {
        startDriver(THIS, FUTEX);
        right = startThrower(FUTEX, 0, "ECONOMY");
        left = startThrower(THIS, Integer.MAX_VALUE, "ECONOMY");
        awaitThrows();
        long fromNs = System.nanoTime();
        driver.kill();
        startDriver(THIS, THIS);
        gaps.add(new Gap(fromNs, System.nanoTime()));
        // A conductor takes its next sleeper when nothing has happened for a while.
        Await.until("both sleep at sockets", () -> conductorSockets() == throwers.size());
        awaitThrows();
        end();
        for (JavaProcess process : throwers) {
            assertEquals("socket", process.awaitLine("MECHANISM"));
        }
    }

    private int conductorSockets() {
        String[] sockets = scene.directory()
                .resolve("clients")
                .toFile()
                .list((folder, name) -> name.endsWith(".sleeper-" + Waker.CONDUCTOR));
        return sockets.length;
    }

    /** The processes that live end, and only deaths have delayed a wake-up. */
    private void end() {
        right.tell("end");
        left.tell("end");
        left.awaitQuietEnd();
        right.awaitQuietEnd();
        for (JavaProcess process : throwers) {
            for (String line : process.lines(Thrower.LATE)) {
                assertTrue(gaps.stream().anyMatch(gap -> gap.explains(line)), () -> line + " of " + gaps + process);
            }
        }
        driver.end();
    }

    private void awaitThrows() {
        for (JavaProcess process : List.of(left, right)) {
            int before = process.lines(Thrower.CAUGHT).size();
            Await.until("it continues", () -> process.lines(Thrower.CAUGHT).size() > before);
        }
    }

    private JavaProcess startThrower(String jvm, int serves, String policy) throws Exception {
        String in = serves > 0 ? "in" : "out";
        String out = serves > 0 ? "out" : "in";
        JavaProcess process = scene.start(jvm(jvm), Thrower.class, in, out, random.nextLong(), policy, serves);
        throwers.add(process);
        process.awaitLine("READY");
        return process;
    }

    private void startDriver(String first, String second) throws Exception {
        boolean futexes = first.equals(FUTEX) || second.equals(FUTEX);
        driver = scene.startDriver(jvm(futexes ? FUTEX : THIS));
        if (futexes) { // Its relay begins when its JVM has linked the system call.
            try (ControlFile control = ControlFile.openReadOnly(new DriverDirectory(scene.directory()).controlFile())) {
                Await.until("it relays", control::relays);
            }
        }
    }

    /** {@return the running JDK without a flag, another JDK, or a JDK with futexes and permission to use them} */
    private static Jvm jvm(String jvm) {
        return switch (jvm) {
            case THIS -> Jvm.PLAIN;
            case FUTEX -> Jvm.atLeast(FIRST_WITH_FUTEXES).with(Jvm.MAY_USE_FUTEXES);
            default -> Jvm.other().orElse(Jvm.PLAIN);
        };
    }

    private static boolean isAvailable() throws InterruptedException {
        try {
            return System.getProperty("os.arch").equals("amd64")
                    && new ProcessBuilder("perl", "-e", SCRIPT, "true").start().waitFor() == 0;
        } catch (IOException e) {
            return false; // No Perl.
        }
    }

    /**
     * If a sandbox refuses futexes, threads sleep at sockets, and nothing is printed on stderr. The other process may
     * use futexes, and the driver wakes it if it may, too.
     */
    @ParameterizedTest(name = "all in the sandbox: {0}")
    @ValueSource(booleans = {true, false})
    void threadsSleepAtSockets(boolean all) throws Exception {
        Jvm jvm = Jvm.atLeast(FIRST_WITH_FUTEXES).with(Jvm.MAY_USE_FUTEXES);
        assumeTrue(isAvailable(), "no sandbox");
        Jvm others = all ? jvm.in(SANDBOX) : jvm;
        driver = scene.startDriver(others);
        String found = driver.awaitLine("SLEEPERS");
        assertTrue(found.startsWith(all ? "sockets (the kernel or a sandbox refuses futexes" : "futex"), found);
        left = scene.start(jvm.in(SANDBOX), Thrower.class, "in", "out", 1, "ECONOMY", SANDBOX_THROWS);
        right = scene.start(others, Thrower.class, "out", "in", 1, "ECONOMY", 0);
        assertEquals("socket", left.awaitLine("MECHANISM"));
        right.tell("end");
        assertEquals(all ? "socket" : "futex", right.awaitLine("MECHANISM"));
        left.awaitQuietEnd();
        right.awaitQuietEnd();
        driver.end();
    }

    /**
     * One of two processes that throw numbers to and fro, and sleep until the next one arrives: {@code DIRECTORY IN OUT
     * SEED POLICY SERVES}. The server throws SERVES numbers; the other process, with 0 serves, throws each number back
     * until its input says {@code end}. Both wait for a random time before each throw and before each check for the
     * next number, so that numbers arrive shortly before, while and after the other process falls asleep. If a number
     * does not return because a process has died, the next number follows.
     */
    static final class Thrower {
        /** Followed by the times when the number was thrown and caught. */
        static final String LATE = "LATE ";
        /** Followed by the number of serves that were caught, with a full stop. */
        static final String CAUGHT = "CAUGHT ";
        /** Followed by a number that did not return. */
        static final String GONE = "GONE ";

        static final int REPORTED = 1000;

        private static final Duration LONG = Duration.ofSeconds(30);
        /** A little longer than a sleep without a wake-up. */
        private static final Duration PATIENCE = Duration.ofSeconds(3);

        private static final long BACKSTOP_NS = 900_000_000;
        private static final int LONGEST_DELAY_NS = 100_000;

        private static final class Counts implements CounterSource.Sink {
            private long sleeps;
            private long missed;

            @Override
            public void total(String name, long value) {
                if (name.equals("sleeps")) {
                    sleeps = value;
                } else {
                    missed = value;
                }
            }

            @Override
            public void level(String name, long value) {}
        }

        private final Subscription in;
        private final Publication out;
        private final SplittableRandom random;
        private final CounterSource source;
        private final Counts counts = new Counts();
        private final MappedBuffer message = MappedBuffer.allocate(3 * Long.BYTES);
        private final long session = System.nanoTime();
        private int caught;
        private long inSession;
        private long number;
        private long sentNs;

        private Thrower(Tailrace tailrace, Subscription in, Publication out, long seed) {
            this.in = in;
            this.out = out;
            this.random = new SplittableRandom(seed);
            this.source = CounterSource.of(tailrace);
        }

        public static void main(String[] args) throws IOException {
            WaitPolicy policy = WaitPolicy.valueOf(args[4]);
            int serves = Integer.parseInt(args[5]);
            try (Tailrace tailrace = Tailrace.connect(Path.of(args[0]));
                    Subscription in =
                            tailrace.addSubscription(args[1], SubscriptionConfig.DEFAULT.withWaitPolicy(policy));
                    Publication out = tailrace.addPublication(args[2])) {
                Thread reader = new Thread(() -> closeWhenTold(in));
                reader.setDaemon(true);
                reader.start();
                System.out.println("READY");
                Thrower main = new Thrower(tailrace, in, out, Long.parseLong(args[3]));
                if (!out.awaitSubscribers(1, LONG)) {
                    throw new IllegalStateException("nobody catches");
                }
                if (serves > 0) {
                    main.serve(serves);
                } else {
                    main.throwBack();
                }
                Path socket = tailrace.directory().resolve("clients").resolve(tailrace.clientId() + ".sleeper-1");
                System.out.println("MECHANISM " + (Files.exists(socket) ? "socket" : "futex"));
                System.out.println("SLEPT " + main.counts.sleeps);
                System.out.println("MISSED " + main.counts.missed);
            }
        }

        private static void closeWhenTold(Subscription in) {
            try {
                System.in.read();
            } catch (IOException e) {
                // Then it exits as well.
            }
            in.close();
        }

        private void serve(int serves) {
            for (long next = 1; next <= serves && !in.isClosed(); next++) {
                send(session, next);
                boolean back;
                do {
                    back = receive(PATIENCE);
                } while (back && (inSession != session || number < next));
                if (!back) {
                    System.out.println(GONE + next);
                } else if (number != next) {
                    throw new IllegalStateException("number=" + number + ", expected=" + next);
                }
            }
        }

        private void throwBack() {
            long lastSession = 0;
            long last = 0;
            while (!in.isClosed()) {
                if (receive(LONG)) {
                    if (inSession == lastSession && number != last + 1) {
                        throw new IllegalStateException("number=" + number + ", last=" + last);
                    }
                    lastSession = inSession;
                    last = number;
                    send(inSession, number);
                }
            }
        }

        private void delay() {
            long fromNs = System.nanoTime();
            long delayNs = random.nextInt(LONGEST_DELAY_NS);
            while (System.nanoTime() - fromNs < delayNs) {
                Thread.onSpinWait();
            }
        }

        private void send(long ofSession, long next) {
            delay();
            message.putLong(0, ofSession);
            message.putLong(Long.BYTES, next);
            message.putLong(2 * Long.BYTES, System.nanoTime());
            out.offer(message, 0, message.capacity(), LONG);
        }

        private boolean receive(Duration timeout) {
            delay();
            source.read(counts);
            long missed = counts.missed;
            int received = in.poll(
                    (buffer, offset, length, header) -> {
                        inSession = buffer.getLong(offset);
                        number = buffer.getLong(offset + Long.BYTES);
                        sentNs = buffer.getLong(offset + 2 * Long.BYTES);
                    },
                    1,
                    timeout);
            if (received == 0) {
                return false;
            }
            long nowNs = System.nanoTime();
            source.read(counts);
            // The first number may have been on its way before this process checked.
            if (caught > 0 && (counts.missed > missed || nowNs - sentNs > BACKSTOP_NS)) {
                System.out.println(LATE + sentNs + " " + nowNs);
            }
            if (++caught % REPORTED == 0) {
                System.out.println(CAUGHT + caught + ".");
            }
            return true;
        }
    }
}
