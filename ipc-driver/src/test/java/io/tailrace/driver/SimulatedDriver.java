/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import io.tailrace.codecs.FailureCode;
import io.tailrace.control.ControlFile;
import io.tailrace.control.Event;
import io.tailrace.control.EventBroadcast;
import io.tailrace.driver.streams.RetainedLogs;
import io.tailrace.driver.streams.StateTeller;
import io.tailrace.driver.streams.StreamIndex;
import io.tailrace.log.LogLayout;
import io.tailrace.log.Waker;
import io.tailrace.system.FaultPoints;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;

/**
 * The parts of a driver without threads, stepped in random order, with a clock that the test moves. Now and then it
 * dies at one of the points of {@link FaultPoints}: there and at every later point it throws, until the step is over.
 */
final class SimulatedDriver implements AutoCloseable {
    /** The number of ended logs that may stay. */
    static final int MAX_RETAINED = 3;

    private static final long PROBE_INTERVAL_NS = 60_000_000;
    private static final long LONG_TIME_NS = 60_000_000_000L;
    private static final long LOG_BYTES = LogLayout.META_LENGTH + (long) LogLayout.TERM_COUNT * Rig.TERM_LENGTH;
    private static final Retention RETENTION = new Retention(Duration.ofSeconds(3), MAX_RETAINED * LOG_BYTES);
    private static final int STEPS_BETWEEN_DEATHS = 40;
    private static final int MAX_POINTS_TO_DEATH = 8;

    /** Keeps a dead driver from continuing. The driver does not take it for a fault of one command or log. */
    static final class Death extends OutOfMemoryError {
        private static final long serialVersionUID = 1;

        private Death(String point) {
            super("died at " + point);
        }
    }

    private final Random random;
    private final List<Throwable> errors;
    private final DirectoryHold hold;
    private final ControlFile control;
    private final EventBroadcast.Sender events;
    private final Conductor conductor;
    private long nowNs;
    private int pointsToDeath;
    private boolean dead;
    private boolean calm;
    /** Null if no other process works within its steps. */
    private Consumer<String> meanwhile;

    /** Starts in a directory, where it takes over the files of an earlier driver. */
    SimulatedDriver(Path path, Random random, List<Throwable> errors, long startNs) throws IOException {
        this.nowNs = startNs;
        this.random = random;
        this.errors = errors;
        DriverConfig config = DriverConfig.DEFAULT
                .withDirectory(path)
                .withTermLength(Rig.TERM_LENGTH)
                .withRetention(RETENTION);
        this.hold = DirectoryHold.take(config);
        try {
            this.control = MediaDriver.makeControl(config, hold);
            this.events = new EventBroadcast.Sender(control.events(), clientId -> {});
            this.conductor = assemble(config);
        } catch (Death e) { // The driver has died before it was ready.
            hold.close();
            throw e;
        }
    }

    private Conductor assemble(DriverConfig config) throws IOException {
        Consumer<String> before = arm();
        try {
            return new Conductor(
                    config,
                    hold,
                    control,
                    () -> nowNs,
                    new DriverWakers(Waker.Source.NONE, NoThread.INSTANCE),
                    new StateTeller(events, 1),
                    NoThread.INSTANCE,
                    new ErrorReporter(control, this::onError));
        } catch (Death e) {
            control.close();
            throw e;
        } finally {
            FaultPoints.listen(before);
        }
    }

    /** {@return the listener until now} */
    private Consumer<String> arm() {
        boolean dies = !calm && random.nextInt(STEPS_BETWEEN_DEATHS) == 0;
        if (dies) {
            pointsToDeath = 1 + random.nextInt(MAX_POINTS_TO_DEATH);
        }
        return FaultPoints.listen(dies ? this::onPoint : meanwhile);
    }

    /**
     * Lets other processes work at the points that this driver reaches.
     *
     * @param listener is called at each point of a step in which the driver does not die
     */
    void meanwhile(Consumer<String> listener) {
        meanwhile = listener;
    }

    private void onPoint(String point) {
        if (--pointsToDeath <= 0) {
            dead = true;
            throw new Death(point);
        }
    }

    private void onError(Throwable error) {
        if (!(error instanceof Death)) {
            errors.add(error);
        }
    }

    /** From now on it does not die. */
    void calm() {
        calm = true;
    }

    Path directory() {
        return hold.directory().path();
    }

    /** One cycle. Returns whether the driver lives on. */
    boolean step() {
        Consumer<String> before = arm();
        try {
            conductor.doWork(random.nextBoolean());
        } finally {
            FaultPoints.listen(before);
        }
        return !dead;
    }

    /** {@return whether a log is kept or retained} The files of all other logs are about to be deleted. */
    boolean has(long logId) {
        StreamIndex index = (StreamIndex) field(conductor.keeper(), "index");
        return index.log(logId) != null || retainedLogs().ids().contains(logId);
    }

    /** {@return how many ended logs are retained without a reader} */
    int retained() {
        return retainedLogs().count();
    }

    private RetainedLogs retainedLogs() {
        return (RetainedLogs) field(conductor.keeper(), "retained");
    }

    static Object field(Object object, String name) {
        try {
            Field field = object.getClass().getDeclaredField(name);
            field.setAccessible(true);
            return field.get(object);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("the driver has changed", e);
        }
    }

    /** Sends so many events that a client which has not read all earlier ones has lost some. */
    void lap() {
        Event something = new Event.Failed(0, 0, FailureCode.INTERNAL, "something".repeat(100));
        for (long end = events.position() + events.capacity(); events.position() < end; ) {
            events.send(something);
        }
    }

    long nowNs() {
        return nowNs;
    }

    /** Lets so much time pass that the driver checks for dead clients. */
    void passTime() {
        nowNs += PROBE_INTERVAL_NS;
    }

    /** Lets so much time pass that a long lease ends soon. */
    void passLongTime() {
        nowNs += LONG_TIME_NS;
    }

    /** Ends like a killed process: its lock is free, and everything else is left as it is. */
    @Override
    public void close() {
        control.close();
        hold.close();
    }
}
