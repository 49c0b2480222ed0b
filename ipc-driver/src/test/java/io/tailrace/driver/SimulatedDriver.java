/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import io.tailrace.codecs.FailureCode;
import io.tailrace.control.ControlFile;
import io.tailrace.control.DriverDirectory;
import io.tailrace.control.Event;
import io.tailrace.control.EventBroadcast;
import io.tailrace.control.SubscriptionFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.agrona.concurrent.Agent;

/** The parts of a driver without threads, stepped in random order, with a clock that moves when it is told to. */
final class SimulatedDriver implements AutoCloseable {
    private static final long PROBE_INTERVAL_NS = 60_000_000;

    private final Random random;
    private final List<Throwable> errors;
    private final DirectoryHold hold;
    private final ControlFile control;
    private final EventBroadcast.Sender events;
    private final Agent conductor;
    private final LogKeeper keeper;
    private long nowNs;

    /** Starts in a directory, where it takes over what an earlier one left. */
    SimulatedDriver(Path path, Random random, List<Throwable> errors) throws IOException {
        this.random = random;
        this.errors = errors;
        DriverConfig config = DriverConfig.defaults().withDirectory(path).withTermLength(Rig.TERM_LENGTH);
        this.hold = DirectoryHold.take(config);
        DriverDirectory directory = hold.directory();
        PreviousDriver previous = PreviousDriver.examine(directory);
        for (Path folder : List.of(directory.clients(), directory.logs())) {
            if (!Files.exists(folder)) {
                hold.access().createDirectory(folder);
            }
        }
        this.control = ControlFile.create(
                directory.controlFile(),
                hold.access(),
                previous.nextIncarnation(),
                ProcessHandle.current().pid(),
                config.termLength(),
                previous.nextId());
        ErrorReporter reporter = new ErrorReporter(control, errors::add);
        this.events = new EventBroadcast.Sender(control.events());
        Mailbox toConductor = new Mailbox(() -> {});
        Mailbox toKeeper = new Mailbox(() -> {});
        ClientRegistry clients = new ClientRegistry(directory, control, reporter, nowNs);
        SpaceReclaim space = new SpaceReclaim(() -> clients.askForSpace(events));
        LogFactory factory = new LogFactory(directory, hold.access(), space, reporter);
        SubscriptionFiles subscriptionFiles = new SubscriptionFiles();
        StreamIndex index = new StreamIndex(control::nextId);
        this.keeper =
                new LogKeeper(new KeeperFindings(index, factory, events, toConductor, reporter), toKeeper, () -> nowNs);
        StreamRegistry streams = new StreamRegistry(
                config.termLength(),
                index,
                factory,
                subscriptionFiles,
                new StateTeller(events, 1),
                new KeeperProxy(keeper, toKeeper, toConductor),
                reporter);
        clients.findNew(nowNs);
        new Adoption(directory, index, keeper, clients.clients(), reporter).run(factory, subscriptionFiles);
        DriverCounters counters = new DriverCounters(control, clients, index, keeper, reporter);
        this.conductor = new Conductor(
                () -> nowNs,
                clients,
                streams,
                factory,
                toConductor,
                new DriverFilesCheck(hold, control, nowNs),
                counters,
                reporter);
    }

    Path directory() {
        return hold.directory().path();
    }

    /** One cycle of one of the two agents. */
    void step() {
        try {
            if (random.nextBoolean()) {
                conductor.doWork();
            } else {
                keeper.doWork();
            }
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
