/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import io.tailrace.codecs.FailureCode;
import io.tailrace.control.ControlFile;
import io.tailrace.control.Event;
import io.tailrace.control.EventBroadcast;
import io.tailrace.log.Waker;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.agrona.concurrent.Agent;

/** The parts of a driver without threads, stepped in random order, with a clock that moves when it is told to. */
final class SimulatedDriver implements AutoCloseable {
    private static final long PROBE_INTERVAL_NS = 60_000_000;

    private static final Retention RETENTION = new Retention(Duration.ofSeconds(3), 64L << 20);

    private final Random random;
    private final List<Throwable> errors;
    private final DirectoryHold hold;
    private final ControlFile control;
    private final EventBroadcast.Sender events;
    private final DriverParts parts;
    private long nowNs;

    /** Starts in a directory, where it takes over what an earlier one left. */
    SimulatedDriver(Path path, Random random, List<Throwable> errors, long startNs) throws IOException {
        this.nowNs = startNs;
        this.random = random;
        this.errors = errors;
        DriverConfig config = DriverConfig.defaults()
                .withDirectory(path)
                .withTermLength(Rig.TERM_LENGTH)
                .withRetention(RETENTION);
        this.hold = DirectoryHold.take(config);
        this.control = MediaDriver.makeControl(config, hold);
        this.events = new EventBroadcast.Sender(control.events());
        this.parts = DriverParts.assemble(
                config,
                hold,
                control,
                () -> nowNs,
                new DriverWakers(Waker.Source.NONE, NoThreads.INSTANCE),
                new StateTeller(events, 1),
                NoThreads.INSTANCE,
                new ErrorReporter(control, errors::add));
    }

    Path directory() {
        return hold.directory().path();
    }

    /** One cycle of one of the two agents. */
    void step() {
        try {
            Agent agent = random.nextBoolean() ? parts.conductor() : parts.keeper();
            agent.doWork();
        } catch (Exception e) {
            errors.add(e);
        }
    }

    /** Tells so much that whoever has not heard all that came before has lost some of it. */
    void lap() {
        Event something = new Event.Failed(0, 0, FailureCode.INTERNAL, "something".repeat(100));
        for (long end = events.position() + events.capacity(); events.position() < end; ) {
            events.send(something);
        }
    }

    long nowNs() {
        return nowNs;
    }

    /** Lets so much time pass that the driver looks who is dead. */
    void passTime() {
        nowNs += PROBE_INTERVAL_NS;
    }

    /** Ends as a process does that is killed: its lock is free, and all else is left as it is. */
    @Override
    public void close() {
        control.close();
        hold.close();
    }
}
