/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver.streams;

import io.tailrace.codecs.FailureCode;
import io.tailrace.codecs.LogKind;
import io.tailrace.control.Command.AddPublication;
import io.tailrace.file.MappingLimit;
import io.tailrace.file.MappingLimitException;
import io.tailrace.file.NoInodeException;
import io.tailrace.internal.ErrorText;
import io.tailrace.log.LogEnd;
import io.tailrace.log.LogFiles;
import io.tailrace.log.LogLayout;
import io.tailrace.log.LogMeta;
import io.tailrace.log.LogMirror;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a client may have what it asks for, which log a publication gets, and whether there is room for
 * another log.
 *
 * @param termLength the term length of new logs, unless the publication asks for another one
 * @param maxPerClient the greatest number of publications and subscriptions of one client together
 * @param mappings whether this process may map another log
 */
public record Admission(
        int termLength,
        int maxPerClient,
        int maxLogs,
        long maxLogBytes,
        StreamIndex index,
        RetainedLogs retained,
        MappingLimit mappings) {
    /** The reason why a client's request is refused. For a limit, the message names it and the way out. */
    public static final class Refusal extends Exception {
        private static final long serialVersionUID = 1L;

        private final FailureCode code;

        Refusal(FailureCode code, String problem) {
            super(problem);
            this.code = code;
        }

        static Refusal invalid(String problem) {
            return new Refusal(FailureCode.INVALID, problem);
        }

        static Refusal limit(String problem) {
            return new Refusal(FailureCode.LIMIT, problem);
        }

        /** {@return the refusal for a publication that gets no slot} */
        static Refusal noSlot(LogEntry log) {
            return log.constants().mirror() == null
                    ? limit("too many publications: stream=" + log.stream() + ", max=" + LogLayout.MAX_PUBLISHERS)
                    : limit("the mirror has just ended, or its last publisher is not proven dead: stream="
                            + log.stream() + ", log=" + log.id() + "; ask again");
        }

        /** {@return the refusal for a log that could not be made} */
        public static Refusal of(LogEntry log, Throwable cause, String holder) {
            String problem = "cannot make a log: stream=" + log.stream() + ", ";
            if (cause instanceof Refusal || cause instanceof MappingLimitException) {
                return limit(problem + ErrorText.of(cause) + holder);
            }
            if (cause instanceof NoInodeException) { // Shorter terms take as many files.
                return new Refusal(FailureCode.STORAGE, problem + ErrorText.of(cause));
            }
            String remedy =
                    ". It takes three terms of termLength=" + log.constants().termLength()
                            + "; free space, or ask for shorter terms (PublicationConfig.withTermLength)" + holder;
            return cause instanceof IOException
                    ? new Refusal(FailureCode.STORAGE, problem + ErrorText.of(cause) + remedy)
                    : new Refusal(FailureCode.INTERNAL, problem + cause + remedy);
        }

        public FailureCode code() {
            return code;
        }
    }

    /** Checks whether a client may add a publication or a subscription. */
    void require(ClientEntry client, long registrationId, String stream) throws Refusal {
        try {
            LogLayout.checkStream(stream);
        } catch (IllegalArgumentException e) {
            throw Refusal.invalid(String.valueOf(e.getMessage()));
        }
        if (registrationId <= 0 || index.has(registrationId)) { // Slots are found by that id.
            throw Refusal.invalid("registration id used twice, or none: registrationId=" + registrationId);
        }
        if (client.registrations().size() >= maxPerClient) {
            throw Refusal.limit("too many publications and subscriptions of a client: stream=" + stream + ", max="
                    + maxPerClient + describe(client)
                    + ". Close some of them, or start the driver with a larger --max-per-client (Limits)");
        }
    }

    private static String describe(ClientEntry client) {
        return ", " + client.describe() + ", publications="
                + client.held(PublicationEntry.class).count() + ", subscriptions="
                + client.held(SubscriptionEntry.class).count();
    }

    /** Checks what a publication asks for. Returns the log that it shares, null if it gets a new one. */
    @Nullable
    LogEntry findLog(AddPublication command) throws Refusal {
        try {
            checkWishes(command);
        } catch (IllegalArgumentException e) {
            throw Refusal.invalid(String.valueOf(e.getMessage()));
        }
        LogEntry log = index.findLog(command.stream(), kindOf(command), command.mirror());
        if (log != null) {
            requireSame(log, command);
        }
        return log;
    }

    private void requireSame(LogEntry log, AddPublication command) throws Refusal {
        int itsTermLength = log.constants().termLength();
        if (command.termLength() != AddPublication.ANY_TERM_LENGTH && command.termLength() != itsTermLength) {
            throw contradiction("term length", "termLength=" + itsTermLength, command.termLength());
        }
        if (command.mirror() != null && !log.publications().isEmpty()) {
            ClientEntry publisher = log.publications().iterator().next().client();
            throw Refusal.limit(
                    "already mirrored by " + publisher.describe() + ": stream=" + log.stream() + ", log=" + log.id());
        }
        long retainNs = retained.timeNs(log.constants());
        if (command.askedRetainNs() != AddPublication.ANY_RETENTION && command.askedRetainNs() != retainNs) {
            throw contradiction(
                    "retention", "retention=" + Duration.ofNanos(retainNs), Duration.ofNanos(command.askedRetainNs()));
        }
    }

    private static void checkWishes(AddPublication command) {
        if (command.termLength() != AddPublication.ANY_TERM_LENGTH) {
            LogLayout.checkTermLength(command.termLength());
        }
        LogEnd.checkAskedRetainNs(command.askedRetainNs());
        LogLayout.checkBegin(command.beginPosition(), kindOf(command), command.mirror());
    }

    private static int kindOf(AddPublication command) {
        return command.kind() == LogKind.EXCLUSIVE ? LogLayout.KIND_EXCLUSIVE : LogLayout.KIND_CONCURRENT;
    }

    private static Refusal contradiction(String what, String itHas, Object asked) {
        return Refusal.invalid("the log of the stream has another " + what + ": " + itHas + ", asked for=" + asked
                + "; ask for none to use the log as it is, or use another stream");
    }

    /** {@return the properties of a new log for a publication} */
    LogMeta.Constants newLog(AddPublication command) {
        int length = command.termLength() == AddPublication.ANY_TERM_LENGTH ? termLength : command.termLength();
        LogMeta.Constants log = LogMeta.Constants.of(index.nextLogId(), command.stream(), length, kindOf(command))
                .withAskedRetainNs(command.askedRetainNs());
        LogMirror mirror = command.mirror();
        return mirror == null ? log : log.asMirror(mirror, command.beginPosition());
    }

    /** Checks that this process may map another log. */
    void requireMappings() throws MappingLimitException {
        mappings.require(LogFiles.MAPPINGS);
    }

    /**
     * Makes room for a log by removing retained logs, the oldest first, but only if that helps.
     *
     * @param log is in the index, as are the logs that wait after it
     * @param waiting how many logs wait for room, including this one
     * @param waitingBytes the size of these logs
     * @throws Refusal if the living logs leave no room
     * @throws MappingLimitException if this process may not map it
     */
    void requireRoom(LogEntry log, int waiting, long waitingBytes) throws Refusal, MappingLimitException {
        long count = index.logCount() - waiting + 1L;
        long bytes = index.logBytes() - waitingBytes + retained.removal().waitingBytes() + log.bytes();
        if (count > maxLogs) {
            throw Refusal.limit("too many logs: logs=" + (count - 1) + ", max=" + maxLogs
                    + describeLargest("logs", other -> 1)
                    + ". Close unneeded publications, or start the driver with a larger --max-logs (Limits)");
        }
        if (bytes > maxLogBytes) {
            throw Refusal.limit("too many bytes of logs: bytes=" + (bytes - log.bytes()) + ", asked for="
                    + log.bytes() + ", max=" + maxLogBytes
                    + describeLargest("bytes", LogEntry::bytes)
                    + ". Close unneeded publications, ask for shorter terms "
                    + "(PublicationConfig.withTermLength), or start the driver with a larger --max-log-bytes (Limits)");
        }
        requireMappings();
        boolean gaveBack = true;
        // The difference of bytes, because the sum may overflow.
        while (gaveBack && (count + retained.count() > maxLogs || bytes > maxLogBytes - retained.bytes())) {
            gaveBack = retained.giveBack();
        }
    }

    /** {@return which client holds the most, as a part of a sentence} */
    private String describeLargest(String unit, ToLongFunction<LogEntry> size) {
        Map<ClientEntry, Long> sizes = new HashMap<>();
        for (LogEntry log : index.logs()) {
            holders(log).distinct().forEach(client -> sizes.merge(client, size.applyAsLong(log), Long::sum));
        }
        return sizes.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(most -> ". The most are held by " + most.getKey().describe() + ": " + unit + "=" + most.getValue())
                .orElse("");
    }

    /** {@return the clients that publish to a log, or that read it if it has ended} */
    private Stream<ClientEntry> holders(LogEntry log) {
        return log.publications().isEmpty()
                ? index.subscriptionsOf(log.stream()).stream()
                        .filter(subscription -> subscription.images().containsKey(log.id()))
                        .map(Registration::client)
                : log.publications().stream().map(Registration::client);
    }

    /** Reports what an earlier driver has given, and is more than the limits. */
    public void reportExcess(Iterable<ClientEntry> clients, Consumer<Throwable> errors) {
        if (index.logCount() > maxLogs || index.logBytes() > maxLogBytes) {
            errors.accept(new IllegalStateException("the previous driver left more logs than the limit. They stay, "
                    + "and no log is added meanwhile: logs=" + index.logCount() + ", max=" + maxLogs
                    + ", bytes=" + index.logBytes() + ", max=" + maxLogBytes
                    + describeLargest("logs", other -> 1)));
        }
        for (ClientEntry client : clients) {
            if (client.registrations().size() > maxPerClient) {
                errors.accept(new IllegalStateException("the previous driver gave a client more publications and "
                        + "subscriptions than the limit. It keeps them, and gets no more: max=" + maxPerClient
                        + describe(client)));
            }
        }
    }
}
