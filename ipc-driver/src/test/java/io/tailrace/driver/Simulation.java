/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.TailraceConfig;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.system.FaultSummary;
import io.tailrace.testing.Seeds;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.LongFunction;
import java.util.stream.LongStream;

/**
 * A driver and its clients in one thread, which perform operations in random order: the same ones for the same seed.
 * The driver dies in between, and is started again.
 */
abstract class Simulation implements AutoCloseable {
    private static final int PATIENCE = 20_000;

    interface Operation<T> {
        void on(T open);
    }

    final Random random;
    final Path directory;
    final List<Throwable> errors = new ArrayList<>();
    final List<SimulatedClient> clients = new ArrayList<>();
    /** The number of times that each event has occurred, by its name. */
    final Map<String, Long> counts = new TreeMap<>();

    final MappedBuffer buffer = MappedBuffer.allocate(Rig.MAX_MESSAGE_LENGTH);
    SimulatedDriver driver;
    boolean driverDead;
    int restarts;

    Simulation(Path directory, long seed) {
        this.directory = directory;
        this.random = new Random(seed);
    }

    /**
     * Runs simulations beside one another.
     *
     * @param rare how often a seed may do without an outcome, if there are enough seeds: else none may be missing
     * @param outcomes what must occur
     */
    static void run(
            Class<?> test,
            int seeds,
            int enough,
            int rare,
            List<String> outcomes,
            LongFunction<Map<String, Long>> simulate) {
        long first = Seeds.of(test);
        System.out.println(test.getSimpleName() + ": first seed=" + first + ", seeds=" + seeds);
        Map<String, Long> counts = new TreeMap<>();
        LongStream.range(first, first + seeds)
                .parallel() // Each simulation is one thread's; the machine has more.
                .mapToObj(simulate)
                .forEach(outcome -> addTo(counts, outcome));
        FaultSummary.add(test.getSimpleName(), "%d seeds from %d: %s", seeds, first, counts);
        if (seeds >= enough) {
            for (String outcome : outcomes) {
                assertTrue(counts.getOrDefault(outcome, 0L) > seeds / rare, () -> outcome + " never occurs: " + counts);
            }
        }
    }

    private static synchronized void addTo(Map<String, Long> all, Map<String, Long> counts) {
        counts.forEach((what, times) -> all.merge(what, times, Long::sum));
    }

    void count(String what) {
        count(what, 1);
    }

    void count(String what, long times) {
        counts.merge(what, times, Long::sum);
    }

    long delivered() {
        return counts.getOrDefault("delivered", 0L);
    }

    /** Starts a driver. If it dies meanwhile, starts the next one. */
    void launch(long startNs) {
        while (true) {
            try {
                driver = new SimulatedDriver(directory, random, errors, startNs);
                driverDead = false;
                return;
            } catch (SimulatedDriver.Death e) {
                count("driver deaths");
                restarts++;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    void restart() {
        restarts++;
        launch(driver.nowNs());
    }

    void killDriver() {
        driver.close();
        driverDead = true;
        count("driver deaths");
    }

    void stepDriver() {
        if (!driverDead && !driver.step()) {
            killDriver();
        }
    }

    void invoke(SimulatedClient client) {
        client.invoke();
    }

    SimulatedClient connect() {
        SimulatedClient[] connected = {null};
        TailraceConfig config = TailraceConfig.DEFAULT
                .withDirectory(directory)
                .withThreading(TailraceConfig.Threading.INVOKER)
                .withRegistrationTimeout(Duration.ofMinutes(1)) // Uses a clock that a busy machine does not stop.
                .withDriverInvoker(() -> onWait(connected[0]))
                .withErrorHandler(errors::add);
        connected[0] = new SimulatedClient(config, () -> restarts);
        clients.add(connected[0]);
        return connected[0];
    }

    /** Runs while a client waits. If the driver dies, the client waits no longer, except for a driver to connect to. */
    private void onWait(SimulatedClient waiting) {
        driveWhileWaiting();
        if (driverDead && waiting == null) {
            restart();
        } else if (driverDead) {
            waiting.suspectDriver();
        }
        ifAny(clients.stream().filter(client -> client != waiting).toList(), this::invoke);
    }

    abstract void driveWhileWaiting();

    <T> void ifAny(List<T> open, Operation<T> operation) {
        if (!open.isEmpty()) {
            operation.on(open.get(random.nextInt(open.size())));
        }
    }

    /** Two steps of the simulation. */
    abstract void stepTwice();

    /** {@return what is still missing, for the report of a failure} */
    abstract String describe();

    void until(String what, BooleanSupplier condition) {
        for (int i = 0; i < PATIENCE; i++) {
            if (condition.getAsBoolean()) {
                return;
            }
            stepTwice();
        }
        throw new AssertionError("does not happen: " + what + ", errors=" + errors + ", " + describe());
    }
}
