/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.Tailrace;
import io.tailrace.codecs.LogKind;
import io.tailrace.control.ClientFiles;
import io.tailrace.control.Command;
import io.tailrace.control.CommandRing;
import io.tailrace.control.ControlFile;
import io.tailrace.control.DriverDirectory;
import io.tailrace.control.EventBroadcast;
import io.tailrace.driver.streams.ClientEntry;
import io.tailrace.driver.streams.StateTeller;
import io.tailrace.file.FileAccess;
import io.tailrace.log.Waker;
import io.tailrace.system.FaultPoints;
import io.tailrace.testing.Await;
import io.tailrace.testing.MemoryDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The driver's heap runs short while it answers a client. The command runs again, and gives its answer again. */
final class ShortHeapTest {
    private static final int NEVER = 0;

    @TempDir(factory = MemoryDirectory.class)
    Path parent;

    private final List<Throwable> reported = new CopyOnWriteArrayList<>();
    private int events;
    private int failing;

    private void onEvent(long clientId) {
        if (++events == failing) {
            throw new OutOfMemoryError("event " + events);
        }
    }

    private void exchange(Tailrace client) {
        try (Publication publication = client.addPublication("quotes");
                Subscription subscription = client.addSubscription("quotes")) {
            Recorder received = new Recorder();
            Await.until("connected", () -> {
                client.invoke();
                return publication.isConnected();
            });
            assertTrue(Messages.offer(publication, "a") > 0);
            assertEquals(1, subscription.poll(received, 10));
        }
    }

    private static Conductor conductor(
            DriverConfig config, DirectoryHold hold, ControlFile control, StateTeller teller, List<Throwable> errors)
            throws IOException {
        return new Conductor(
                config,
                hold,
                control,
                SystemNanoClock.INSTANCE,
                new DriverWakers(Waker.Source.NONE, NoThread.INSTANCE),
                teller,
                NoThread.INSTANCE,
                new ErrorReporter(control, errors::add));
    }

    private DriverConfig config(int event) {
        return DriverConfig.DEFAULT
                .withDirectory(parent.resolve("driver-" + event))
                .withTermLength(Rig.TERM_LENGTH);
    }

    /** {@return how many events were sent} */
    private int runFailingAt(int event) throws IOException {
        events = 0;
        failing = event;
        List<Throwable> errors = new ArrayList<>();
        DriverConfig config = config(event);
        try (DirectoryHold hold = DirectoryHold.take(config);
                ControlFile control = MediaDriver.makeControl(config, hold)) {
            StateTeller teller = new StateTeller(new EventBroadcast.Sender(control.events(), this::onEvent), 1);
            Conductor conductor = conductor(config, hold, control, teller, errors);
            try (Tailrace client = Tailrace.connect(
                    Rig.clientConfig(hold.directory().path(), () -> conductor.doWork(true), reported))) {
                exchange(client);
            }
        }
        assertEquals(event == NEVER ? 0 : 1, errors.size(), errors::toString);
        return events;
    }

    @Test
    void whereverItRunsShortTheClientGetsWhatItAskedFor() throws IOException {
        int all = runFailingAt(NEVER);
        for (int event = 1; event <= all; event++) {
            assertTrue(runFailingAt(event) > all, "event " + event + " is sent again");
        }
        assertEquals(List.of(), reported);
    }

    /** Its list must not be forgotten before it is told: else all that it holds would seem to be dropped. */
    @Test
    void aClientThatAsksForItsStateKeepsWhatItHolds() throws IOException {
        List<Throwable> errors = new ArrayList<>();
        DriverConfig config = config(NEVER);
        try (DirectoryHold hold = DirectoryHold.take(config);
                ControlFile control = MediaDriver.makeControl(config, hold)) {
            EventBroadcast.Sender sender = new EventBroadcast.Sender(control.events(), clientId -> {});
            Conductor conductor = conductor(config, hold, control, new ShortTeller(sender), errors);
            try (Tailrace client = Tailrace.connect(
                            Rig.clientConfig(hold.directory().path(), () -> conductor.doWork(true), reported));
                    Publication publication = client.addPublication("quotes");
                    Subscription subscription = client.addSubscription("quotes")) {
                Rig.lap(sender);
                for (int i = 0; i < 50; i++) {
                    client.invoke();
                    conductor.doWork(true);
                }
                assertEquals(1, errors.size(), errors::toString);
                Recorder received = new Recorder();
                assertTrue(Messages.offer(publication, "a") > 0);
                assertEquals(1, subscription.poll(received, 10));
            }
        }
        assertEquals(List.of(), reported);
    }

    /** Its publication was closed before it was made. */
    @Test
    void aLogThatNobodyWantsAnyMoreIsRemoved() throws IOException {
        int[] removals = {0};
        FaultPoints.listen(point -> {
            if (point.equals("removal.begun") && ++removals[0] == 1) {
                throw new OutOfMemoryError(point);
            }
        });
        try (Rig rig = new Rig(parent);
                ControlFile control = ControlFile.open(new DriverDirectory(rig.directory()).controlFile())) {
            long id = control.nextId();
            Path client = new DriverDirectory(rig.directory()).client(id);
            try (ClientFiles files = ClientFiles.create(client, FileAccess.PRIVATE, id, 1, "test")) {
                CommandRing.Sender sender = new CommandRing.Sender(files.ring(), Waker.NOBODY);
                sender.send(new Command.AddPublication(control.nextId(), LogKind.CONCURRENT, "quotes"));
                sender.send(new Command.RemovePublication(control.lastId()));
                rig.until("heap runs short", () -> removals[0] > 0);
                rig.settle();
            }
            assertEquals(0, rig.directory().resolve("logs").toFile().list().length);
            assertEquals(1, rig.takeErrors().size());
        } finally {
            FaultPoints.listen(null);
        }
    }

    /** Finds no heap the first time. */
    private static final class ShortTeller extends StateTeller {
        private boolean failed;

        ShortTeller(EventBroadcast.Sender events) {
            super(events, 1);
        }

        @Override
        public void begin(ClientEntry client, long requestId) {
            if (!failed) {
                failed = true;
                throw new OutOfMemoryError("state");
            }
            super.begin(client, requestId);
        }
    }
}
