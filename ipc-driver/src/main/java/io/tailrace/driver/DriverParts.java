/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import io.tailrace.control.ControlFile;
import io.tailrace.control.DriverDirectory;
import io.tailrace.control.EventBroadcast;
import io.tailrace.control.SubscriptionFiles;
import io.tailrace.control.VacancyFiles;
import io.tailrace.driver.streams.Admission;
import io.tailrace.driver.streams.ClientRegistry;
import io.tailrace.driver.streams.EndedLogs;
import io.tailrace.driver.streams.Joins;
import io.tailrace.driver.streams.LogFactory;
import io.tailrace.driver.streams.LogIds;
import io.tailrace.driver.streams.LogKeeper;
import io.tailrace.driver.streams.LogRemoval;
import io.tailrace.driver.streams.LogRoom;
import io.tailrace.driver.streams.Names;
import io.tailrace.driver.streams.RetainedLogs;
import io.tailrace.driver.streams.Slots;
import io.tailrace.driver.streams.StateTeller;
import io.tailrace.driver.streams.StreamIndex;
import io.tailrace.driver.streams.StreamRegistry;
import io.tailrace.events.Events;
import io.tailrace.file.MappingLimit;
import io.tailrace.report.EventLog;
import java.io.IOException;
import org.agrona.concurrent.NanoClock;

/**
 * The parts of a driver, put together: its cycle, and the operations that the driver itself needs on clients and files
 * and when it closes.
 */
record DriverParts(
        Conductor conductor, ClientRegistry clients, Names names, EndedLogs ended, DriverFilesCheck filesCheck) {
    /**
     * Puts a driver together, and adopts what the previous driver left in the directory.
     *
     * @param config the term length of new logs, how long ended ones stay, and the limits
     * @param control this driver's control file
     * @param wakers wake the threads that the driver signals
     * @param rest how the thread that runs the cycles rests
     */
    static DriverParts assemble(
            DriverConfig config,
            DirectoryHold hold,
            ControlFile control,
            NanoClock clock,
            DriverWakers wakers,
            StateTeller stateTeller,
            Conductor.Rest rest,
            ErrorReporter errors)
            throws IOException {
        DriverDirectory directory = hold.directory();
        EventLog history = hold.history();
        history.reportTo(errors);
        MappingLimit.ofProcess().listen(Events::collectionForced);
        Limits limits = config.limits();
        EventBroadcast.Sender events = stateTeller.events();
        ClientRegistry clients =
                new ClientRegistry(directory, control, history, events, wakers::forget, errors, clock.nanoTime());
        LogRemoval removal = new LogRemoval(directory, clients, errors);
        RetainedLogs retained = new RetainedLogs(
                directory,
                config.retention().time().toNanos(),
                config.retention().bytes(),
                removal,
                clock,
                errors);
        StreamIndex index = new StreamIndex(LogIds.beyond(directory));
        LogRoom room =
                new LogRoom(limits.logs(), limits.logBytes(), index, retained, removal, MappingLimit.ofProcess());
        Joins joins = new Joins();
        LogKeeper keeper = new LogKeeper(rest::stayAlert, joins, index, retained, events, history, errors, clock);
        LogFactory factory =
                new LogFactory(directory, hold.access(), removal, room, wakers, keeper::onUnblocked, errors);
        SubscriptionFiles subscriptionFiles = new SubscriptionFiles();
        Slots slots = new Slots(keeper, joins, clock);
        Names names = new Names(new VacancyFiles(directory), index, slots, history, clock, errors);
        EndedLogs ended = new EndedLogs(index, factory, keeper, errors);
        Admission admission = new Admission(config.termLength(), limits.perClient(), index, retained);
        StreamRegistry streams =
                new StreamRegistry(admission, index, subscriptionFiles, stateTeller, slots, names, ended, errors);
        clients.findNew(clock.nanoTime());
        new Adoption(directory, index, keeper, names, clients.clients(), clients.living(), errors)
                .run(factory, subscriptionFiles);
        room.reportExcess(errors);
        admission.reportExcess(clients.clients(), errors);
        DriverFilesCheck filesCheck = new DriverFilesCheck(hold, control, clock.nanoTime());
        DriverCounters counters = new DriverCounters(control, clients, index, names, retained, keeper, errors);
        Conductor conductor = new Conductor(clock, rest, clients, streams, slots, filesCheck, counters, errors);
        return new DriverParts(conductor, clients, names, ended, filesCheck);
    }
}
