/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.client;

import io.tailrace.ExclusivePublication;
import io.tailrace.PublicationConfig;
import io.tailrace.TailraceException;
import io.tailrace.WaitPolicy;
import io.tailrace.codecs.LogKind;
import io.tailrace.control.ClientFiles;
import io.tailrace.control.Command;
import io.tailrace.control.Event;
import io.tailrace.file.FileFormatException;
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
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
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
    private final Map<Long, LogPublication> publications = new HashMap<>();
    private final Map<Long, LogFiles> logs = new HashMap<>();
    /** Publications with a truncated log file: a claim that is open there stays open. */
    private final Set<Long> truncated = new HashSet<>();

    /**
     * Makes it.
     *
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
        this.surroundings = new LogPublication.Surroundings(waits, isDriverAlive, this::process);
    }

    /** Creates the publication for which the driver is ready. */
    LogPublication add(Wish wish, Event.PublicationReady ready) {
        LogFiles files = opener.open(ready.logId(), LogFiles.Access.EVERYTHING);
        long id = ready.registrationId();
        Appender appender = wish.kind() == LogKind.EXCLUSIVE
                ? new ExclusiveAppender(files.buffers(), ready.slot(), waits.wakers())
                : new ConcurrentAppender(files.buffers(), ready.slot(), waits.wakers());
        WaitPolicy waitPolicy = wish.config().waitPolicy();
        LogPublication publication =
                LogPublication.of(wish.stream(), id, appender, closer(id, appender, files), waitPolicy, surroundings);
        logs.put(id, files);
        publications.put(id, publication);
        return publication;
    }

    private ClientFiles.ProcessInfo process(long clientId) {
        return ClientFiles.processOf(opener.directory().client(clientId));
    }

    private Consumer<LogPublication> closer(long id, Appender appender, LogFiles files) {
        Runnable whenQuiet = () -> {
            if (appender instanceof ExclusiveAppender exclusive) {
                exclusive.publishFinalTail();
            }
            forget(id, appender, files);
        };
        return publication -> closings.add(
                () -> (appender.isQuiet() && publication.isReleased()) || isTruncated(id),
                whenQuiet,
                new Command.RemovePublication(id));
    }

    /**
     * A thread whose offer met the truncation may have left without a trace: HotSpot throws the error of a fault in
     * mapped memory at a later instruction, perhaps outside the offer.
     */
    private boolean isTruncated(long registrationId) {
        LogFiles files = logs.get(registrationId);
        return truncated.contains(registrationId) || (files != null && files.findTruncation() != null);
    }

    private void forget(long registrationId, Appender appender, LogFiles files) {
        boolean mayBeInside = isTruncated(registrationId);
        publications.remove(registrationId);
        logs.remove(registrationId);
        truncated.remove(registrationId);
        if (mayBeInside) {
            files.close();
        } else {
            files.release();
            appender.release();
        }
    }

    /**
     * Wakes threads that wait for subscribers that have arrived, pays debts, answers the driver's questions, makes lost
     * connections known. Returns work done.
     */
    int maintain() {
        int work = 0;
        InternalError fault = null;
        for (LogPublication publication : publications.values()) {
            try {
                work += truncated.contains(publication.registrationId()) ? 0 : publication.maintain();
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
        int before = truncated.size();
        for (Map.Entry<Long, LogFiles> log : logs.entrySet()) {
            FileFormatException truncation =
                    truncated.contains(log.getKey()) ? null : log.getValue().findTruncation();
            if (truncation != null) {
                truncated.add(log.getKey());
                giveUp(log.getKey(), String.valueOf(truncation.getMessage()));
            }
        }
        return truncated.size() > before;
    }

    boolean contains(long registrationId) {
        return publications.containsKey(registrationId);
    }

    /** Called when the driver names a publication again: it must mean the same log. */
    void confirm(Event.PublicationReady ready) {
        LogPublication publication = publications.get(ready.registrationId());
        if (publication != null && publication.logId() != ready.logId()) {
            giveUp(ready.registrationId(), "its log is gone");
        }
    }

    /** Closes a publication whose log the driver no longer has: no message would arrive. */
    void giveUp(long registrationId, String reason) {
        LogPublication publication = publications.get(registrationId);
        if (publication != null && !publication.isClosed()) {
            handlers.report(new TailraceException(
                    "publication lost, and closed: stream=" + publication.stream() + ", " + reason));
            publication.close();
        }
    }

    /** {@return commands that add the publications, from which a driver learns what this client holds} */
    List<Command> list() {
        return publications.values().stream()
                .map(ClientPublications::addCommand)
                .toList();
    }

    private static Command addCommand(LogPublication publication) {
        LogKind kind = publication instanceof ExclusivePublication ? LogKind.EXCLUSIVE : LogKind.CONCURRENT;
        return new Command.AddPublication(publication.registrationId(), kind, publication.stream());
    }

    void closeAll() {
        List.copyOf(publications.values()).forEach(LogPublication::close);
    }

    boolean isEmpty() {
        return publications.isEmpty();
    }
}
