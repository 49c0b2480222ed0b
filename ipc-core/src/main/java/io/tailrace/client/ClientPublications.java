/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.client;

import io.tailrace.ExclusivePublication;
import io.tailrace.PublicationConfig;
import io.tailrace.TailraceException;
import io.tailrace.codecs.LogKind;
import io.tailrace.control.ClientFiles;
import io.tailrace.control.Command;
import io.tailrace.control.Event;
import io.tailrace.file.FileFormatException;
import io.tailrace.internal.PendingFault;
import io.tailrace.liveness.FileOwner;
import io.tailrace.log.LogFiles;
import io.tailrace.log.LogLayout;
import io.tailrace.log.LogMirror;
import io.tailrace.log.publish.Appender;
import io.tailrace.log.publish.ConcurrentAppender;
import io.tailrace.log.publish.ExclusiveAppender;
import io.tailrace.stream.LogPublication;
import io.tailrace.wait.Waits;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The publications of a client. Under the conductor's lock. */
final class ClientPublications {
    /**
     * A publication that a program requests.
     *
     * @param beginPosition where the log begins if it is a new mirror, else 0
     * @param mirror the source if the log is a mirror, else null
     */
    record Wish(
            String stream,
            LogKind kind,
            PublicationConfig config,
            long beginPosition,
            @Nullable LogMirror mirror) {
        Wish {
            LogLayout.checkStream(stream);
        }

        /** Creates a request for a log that is not a mirror. */
        Wish(String stream, LogKind kind, PublicationConfig config) {
            this(stream, kind, config, 0, null);
        }

        /** {@return the command that asks the driver for it} */
        Command command(long registrationId) {
            Duration retention = config.retention();
            long retainNs = retention == null ? Command.AddPublication.ANY_RETENTION : retention.toNanos();
            return new Command.AddPublication(
                    registrationId, kind, config.termLength(), retainNs, stream, beginPosition, mirror);
        }
    }

    private final LogOpener opener;
    private final ClosingQueue closings;
    private final UserHandlers handlers;
    private final Waits waits;
    private final LogPublication.Surroundings surroundings;
    private final Map<Long, Opened> publications = new HashMap<>();

    /** A publication and its log. */
    private static final class Opened {
        private final LogPublication publication;
        private final LogFiles files;
        /** A claim that is open in a truncated log stays open. */
        private boolean truncated;

        Opened(LogPublication publication, LogFiles files) {
            this.publication = publication;
            this.files = files;
        }

        /**
         * A thread whose offer met the truncation may have left without a trace: HotSpot throws the error of a fault in
         * mapped memory at a later instruction, perhaps outside the offer.
         */
        boolean isTruncated() {
            return truncated || files.findTruncation() != null;
        }
    }

    /**
     * @param waits for waiting calls of a publication
     * @param isDriverAlive queried by calls that waited in vain
     */
    ClientPublications(
            LogOpener opener,
            ClosingQueue closings,
            UserHandlers handlers,
            Waits waits,
            BooleanSupplier isDriverAlive) {
        this.opener = opener;
        this.closings = closings;
        this.handlers = handlers;
        this.waits = waits;
        this.surroundings = new LogPublication.Surroundings(this::onClose, waits, isDriverAlive, this::process);
    }

    /** Creates the publication for which the driver is ready. */
    LogPublication add(Wish wish, Event.PublicationReady ready) {
        LogFiles files = opener.open(ready.logId(), LogFiles.Access.EVERYTHING);
        long id = ready.registrationId();
        Appender appender = wish.kind() == LogKind.EXCLUSIVE
                ? new ExclusiveAppender(files.buffers(), ready.slot(), waits.wakers())
                : new ConcurrentAppender(files.buffers(), ready.slot(), waits.wakers());
        LogPublication publication =
                LogPublication.of(wish.stream(), id, appender, wish.config().waitPolicy(), surroundings);
        publications.put(id, new Opened(publication, files));
        return publication;
    }

    private FileOwner process(long clientId) {
        return ClientFiles.processOf(opener.directory().client(clientId));
    }

    /** Any thread. */
    private void onClose(LogPublication publication) {
        closings.add(
                () -> isQuiet(publication),
                () -> forget(publication),
                new Command.RemovePublication(publication.registrationId()));
    }

    private boolean isQuiet(LogPublication publication) {
        Opened opened = publications.get(publication.registrationId());
        // The flag first: in a truncated log the question to the publication may fault each time.
        return opened == null || opened.truncated || publication.isQuiet() || opened.isTruncated();
    }

    private void forget(LogPublication publication) {
        Opened opened = publications.get(publication.registrationId());
        if (opened == null) {
            return; // This is run again: only the command is left to be sent.
        }
        try {
            publication.publishFinalTail();
            PendingFault.raise();
        } catch (InternalError e) { // Its meta file is truncated. All else is done all the same.
            handlers.report(e);
        }
        if (opened.isTruncated()) { // A thread may be inside.
            opened.files.close();
        } else {
            opened.files.release();
            publication.release();
        }
        publications.remove(publication.registrationId()); // Last: if heap runs short before, this is run again.
    }

    /**
     * Wakes threads that wait for subscribers that have arrived, pays debts, answers the driver's questions, makes lost
     * connections known. Returns work done.
     */
    int maintain() {
        int work = 0;
        InternalError fault = null;
        for (Opened opened : publications.values()) {
            try {
                work += opened.truncated ? 0 : opened.publication.maintain();
            } catch (InternalError e) {
                fault = e;
            } catch (Throwable e) {
                handlers.report(e);
            }
        }
        if (fault != null) {
            throw fault; // After all publications have had their turn.
        }
        return work;
    }

    /** Closes publications with a truncated log file. Returns whether it found one. */
    boolean giveUpTruncated() {
        boolean found = false;
        for (Opened opened : publications.values()) {
            FileFormatException truncation = opened.truncated ? null : opened.files.findTruncation();
            if (truncation != null) {
                found = true;
                opened.truncated = true;
                giveUp(opened, String.valueOf(truncation.getMessage()));
            }
        }
        return found;
    }

    boolean contains(long registrationId) {
        return publications.containsKey(registrationId);
    }

    /** Called when the driver names a publication again: it must mean the same log. */
    void confirm(Event.PublicationReady ready) {
        Opened opened = publications.get(ready.registrationId());
        if (opened != null && opened.publication.logId() != ready.logId()) {
            giveUp(opened, "its log is gone");
        }
    }

    /** Closes a publication whose log the driver no longer has: no message would arrive. */
    void giveUp(long registrationId, String reason) {
        Opened opened = publications.get(registrationId);
        if (opened != null) {
            giveUp(opened, reason);
        }
    }

    private void giveUp(Opened opened, String reason) {
        LogPublication publication = opened.publication;
        if (!publication.isClosed()) {
            handlers.report(new TailraceException(
                    "publication lost, and closed: stream=" + publication.stream() + ", " + reason));
            publication.close();
        }
    }

    /** {@return commands that add the publications, from which a driver learns what this client holds} */
    List<Command> list() {
        return publications.values().stream()
                .map(opened -> addCommand(opened.publication))
                .toList();
    }

    private static Command addCommand(LogPublication publication) {
        LogKind kind = publication instanceof ExclusivePublication ? LogKind.EXCLUSIVE : LogKind.CONCURRENT;
        return new Command.AddPublication(publication.registrationId(), kind, publication.stream());
    }

    void closeAll() {
        List.copyOf(publications.values()).forEach(opened -> opened.publication.close());
    }

    boolean isEmpty() {
        return publications.isEmpty();
    }
}
