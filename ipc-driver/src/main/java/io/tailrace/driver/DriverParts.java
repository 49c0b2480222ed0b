/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import io.tailrace.control.ControlFile;
import io.tailrace.control.DriverDirectory;
import io.tailrace.control.EventBroadcast;
import io.tailrace.control.SubscriptionFiles;
import io.tailrace.control.VacancyFiles;
import java.io.IOException;
import org.agrona.concurrent.NanoClock;

/**
 * The parts of a driver, put together: its two agents, and what the driver itself asks about clients and files.
 */
record DriverParts(
        Conductor conductor, LogKeeper keeper, ClientRegistry clients, VacantNames names, DriverFilesCheck filesCheck) {
    /**
     * Puts a driver together, and adopts what the driver before it left in the directory.
     *
     * @param control the control file that this driver has made
     * @param wakers of those that the agents wake
     * @param rest how the threads rest that will run the agents
     */
    static DriverParts assemble(
            int termLength,
            DirectoryHold hold,
            ControlFile control,
            NanoClock clock,
            DriverWakers wakers,
            StateTeller stateTeller,
            AgentRest rest,
            ErrorReporter errors)
            throws IOException {
        DriverDirectory directory = hold.directory();
        EventBroadcast.Sender events = stateTeller.events();
        Mailbox toConductor = new Mailbox(rest::wakeConductor);
        Mailbox toKeeper = new Mailbox(rest::wakeKeeper);
        ClientRegistry clients = new ClientRegistry(directory, control, wakers::forget, errors, clock.nanoTime());
        SpaceReclaim space = new SpaceReclaim(() -> clients.askForSpace(events));
        LogFactory factory = new LogFactory(directory, hold.access(), space, wakers, errors);
        SubscriptionFiles subscriptionFiles = new SubscriptionFiles();
        StreamIndex index = new StreamIndex(control::nextId);
        LogKeeper keeper =
                new LogKeeper(rest, new KeeperFindings(index, factory, events, toConductor, errors), toKeeper, clock);
        KeeperProxy proxy = new KeeperProxy(keeper, toKeeper, toConductor);
        VacantNames names = new VacantNames(new VacancyFiles(directory), index, proxy, clock, errors);
        StreamRegistry streams = new StreamRegistry(
                termLength,
                index,
                factory,
                subscriptionFiles,
                stateTeller,
                proxy,
                new NameQueue(index, names, clock),
                errors);
        clients.findNew(clock.nanoTime());
        new Adoption(directory, index, keeper, names, clients.clients(), errors).run(factory, subscriptionFiles);
        DriverFilesCheck filesCheck = new DriverFilesCheck(hold, control, clock.nanoTime());
        DriverCounters counters = new DriverCounters(control, clients, index, names, keeper, errors);
        Conductor conductor = new Conductor(clock, rest, clients, streams, toConductor, filesCheck, counters, errors);
        return new DriverParts(conductor, keeper, clients, names, filesCheck);
    }
}
