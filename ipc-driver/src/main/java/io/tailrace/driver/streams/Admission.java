/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver.streams;

import io.tailrace.codecs.FailureCode;
import io.tailrace.codecs.LogKind;
import io.tailrace.control.Command.AddPublication;
import io.tailrace.control.Command.AddSubscription;
import io.tailrace.file.MappingLimitException;
import io.tailrace.file.NoInodeException;
import io.tailrace.internal.ErrorText;
import io.tailrace.log.LogEnd;
import io.tailrace.log.LogLayout;
import io.tailrace.log.LogMeta;
import io.tailrace.log.LogMirror;
import java.io.IOException;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a client may have what it asks for, and which log a publication gets.
 *
 * @param termLength the term length of new logs, unless the publication asks for another one
 * @param maxPerClient the greatest number of publications and subscriptions of one client together
 */
public record Admission(int termLength, int maxPerClient, StreamIndex index, RetainedLogs retained) {
    /** {@return why a client may not add a publication, null if it may} */
    @Nullable
    Refusal refuse(ClientEntry client, AddPublication command) {
        Refusal refusal = refuse(client, command.registrationId(), command.stream());
        return refusal == null ? refuseWishes(command) : refusal;
    }

    /** {@return why a client may not add a subscription, null if it may} */
    @Nullable
    Refusal refuse(ClientEntry client, AddSubscription command) {
        return refuse(client, command.registrationId(), command.stream());
    }

    private @Nullable Refusal refuse(ClientEntry client, long registrationId, String stream) {
        String problem = index.findProblem(registrationId, stream);
        if (problem != null) {
            return Refusal.invalid(problem);
        }
        return client.registrationCount() < maxPerClient
                ? null
                : Refusal.limit("too many publications and subscriptions of a client: stream=" + stream + ", max="
                        + maxPerClient
                        + describe(client)
                        + ". Close some of them, or start the driver with a larger --max-per-client (Limits)");
    }

    private static String describe(ClientEntry client) {
        return ", " + client.describe() + ", publications="
                + client.publications().size() + ", subscriptions="
                + client.subscriptions().size();
    }

    private @Nullable Refusal refuseWishes(AddPublication command) {
        try {
            checkWishes(command);
        } catch (IllegalArgumentException e) {
            return Refusal.invalid(String.valueOf(e.getMessage()));
        }
        LogEntry log = findLog(command);
        if (log == null) {
            return null;
        }
        int itsTermLength = log.constants().termLength();
        if (command.termLength() != AddPublication.ANY_TERM_LENGTH && command.termLength() != itsTermLength) {
            return contradiction("term length", "termLength=" + itsTermLength, command.termLength());
        }
        if (command.mirror() != null && !log.publications().isEmpty()) {
            return Refusal.limit("already mirrored by "
                    + log.publications().get(0).client().describe() + ": stream=" + log.stream() + ", log="
                    + log.id());
        }
        long retainNs = retained.timeNs(log.constants());
        return command.askedRetainNs() == AddPublication.ANY_RETENTION || command.askedRetainNs() == retainNs
                ? null
                : contradiction(
                        "retention",
                        "retention=" + Duration.ofNanos(retainNs),
                        Duration.ofNanos(command.askedRetainNs()));
    }

    private static void checkWishes(AddPublication command) {
        if (command.termLength() != AddPublication.ANY_TERM_LENGTH) {
            LogLayout.checkTermLength(command.termLength());
        }
        LogEnd.checkAskedRetainNs(command.askedRetainNs());
        int kind = command.kind() == LogKind.EXCLUSIVE ? LogLayout.KIND_EXCLUSIVE : LogLayout.KIND_CONCURRENT;
        LogLayout.checkBegin(command.beginPosition(), kind, command.mirror());
    }

    private static Refusal contradiction(String what, String itHas, Object asked) {
        return Refusal.invalid("the log of the stream has another " + what + ": " + itHas + ", asked for=" + asked
                + "; ask for none to use the log as it is, or use another stream");
    }

    /** {@return the log that a publication shares, null if it gets a new one} */
    @Nullable
    LogEntry findLog(AddPublication command) {
        LogMirror mirror = command.mirror();
        if (mirror != null) {
            return index.findMirror(command.stream(), mirror);
        }
        return command.kind() == LogKind.EXCLUSIVE ? null : index.findConcurrentLog(command.stream());
    }

    /** {@return the properties of a new log for a publication} */
    LogMeta.Constants newLog(AddPublication command) {
        int kind = command.kind() == LogKind.EXCLUSIVE ? LogLayout.KIND_EXCLUSIVE : LogLayout.KIND_CONCURRENT;
        int length = command.termLength() == AddPublication.ANY_TERM_LENGTH ? termLength : command.termLength();
        LogMeta.Constants log = LogMeta.Constants.of(index.nextLogId(), command.stream(), length, kind)
                .withAskedRetainNs(command.askedRetainNs());
        LogMirror mirror = command.mirror();
        return mirror == null ? log : log.asMirror(mirror, command.beginPosition());
    }

    /** Reports each client that holds more than it may, which an earlier driver has given it. */
    public void reportExcess(Iterable<ClientEntry> clients, Consumer<Throwable> errors) {
        for (ClientEntry client : clients) {
            if (client.registrationCount() > maxPerClient) {
                errors.accept(new IllegalStateException("the previous driver gave a client more publications and "
                        + "subscriptions than the limit. It keeps them, and gets no more: max=" + maxPerClient
                        + describe(client)));
            }
        }
    }

    /** The reason why a client's request is refused. */
    public record Refusal(FailureCode code, String problem) {
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
            if (cause instanceof LogRoom.ShortageException || cause instanceof MappingLimitException) {
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
    }
}
