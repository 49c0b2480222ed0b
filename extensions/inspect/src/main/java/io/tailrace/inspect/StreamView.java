/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.inspect;

import io.tailrace.control.Command.AddSubscription;
import io.tailrace.control.Vacancy;
import io.tailrace.inspect.LogSnapshot.Subscriber;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A stream at one moment: all logs of its name, and the subscriptions that wait for a log.
 *
 * @param logs its logs in the order in which they were made; none before the first publication
 * @param waiting the subscriptions of living clients, with or without a log
 * @param vacancies the vacant names of subscriptions, with or without a log
 */
public record StreamView(String name, List<LogView> logs, List<AddSubscription> waiting, List<Vacancy> vacancies) {
    /** A subscriber of one of the logs. */
    public record Lag(LogView log, Subscriber subscriber) {
        public long bytes() {
            return log.at().lag(subscriber);
        }

        /** {@return the lag in percent of the publishers' window} */
        public long percent() {
            return bytes() * 100 / log.at().constants().window();
        }
    }

    /** {@return both together, under the name of this one} */
    StreamView plus(StreamView other) {
        return new StreamView(
                name, join(logs, other.logs), join(waiting, other.waiting), join(vacancies, other.vacancies));
    }

    private static <T> List<T> join(List<T> first, List<T> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
    }

    /** {@return the sum of the tails of its logs} */
    public long position() {
        return logs.stream().mapToLong(log -> log.at().tail()).sum();
    }

    /** {@return how long publishers of its existing logs have been held back in total, in nanoseconds} */
    public long heldNs() {
        return logs.stream().mapToLong(log -> log.at().heldNs()).sum();
    }

    /** {@return the length of the terms of its newest log, 0 if it has none} */
    public int termLength() {
        return logs.isEmpty() ? 0 : logs.get(logs.size() - 1).at().constants().termLength();
    }

    /** {@return how many publications it has} */
    public int publishers() {
        return logs.stream()
                .filter(log -> !log.isEnded())
                .mapToInt(log -> log.at().publishers().size())
                .sum();
    }

    /** {@return how many subscriptions it has, without vacant names} A subscription has a slot in each log. */
    public int subscribers() {
        Set<Long> registrations = new HashSet<>();
        waiting.forEach(subscription -> registrations.add(subscription.registrationId()));
        for (LogView log : logs) {
            for (Subscriber subscriber : log.at().subscribers()) {
                if (!subscriber.isVacant()) {
                    registrations.add(subscriber.registrationId());
                }
            }
        }
        return registrations.size();
    }

    /** {@return the vacant names of subscriptions, whose places are kept} */
    public Set<String> vacantNames() {
        Set<String> names = new TreeSet<>();
        vacancies.forEach(vacancy -> names.add(vacancy.command().name().text()));
        for (LogView log : logs) {
            log.at().subscribers().stream().filter(Subscriber::isVacant).forEach(vacant -> names.add(vacant.name()));
        }
        return names;
    }

    /** {@return how long a vacant name is still kept, in nanoseconds; 0 if the name is not vacant} */
    public long vacantForNs(String vacantName, long nowNs) {
        LongStream noted = vacancies.stream()
                .filter(vacancy -> vacancy.command().name().text().equals(vacantName))
                .mapToLong(vacancy -> Math.max(0, vacancy.untilNs() - nowNs));
        LongStream inLogs = lags().map(Lag::subscriber)
                .filter(subscriber -> subscriber.isVacant() && subscriber.name().equals(vacantName))
                .mapToLong(Subscriber::vacantForNs);
        return LongStream.concat(noted, inLogs).max().orElse(0);
    }

    /** {@return all subscribers, once per log that they read, including those of vacant names} */
    public Stream<Lag> lags() {
        return logs.stream()
                .flatMap(log -> log.at().subscribers().stream().map(subscriber -> new Lag(log, subscriber)));
    }

    /** {@return the logs that still have publishers} */
    public List<LogView> livingLogs() {
        return logs.stream().filter(log -> !log.isEnded()).toList();
    }

    /**
     * {@return among the subscribers that publishers wait for, the one furthest behind in any log; null if all have
     * read everything}
     */
    public @Nullable Lag worstLag() {
        return worstLag(true);
    }

    /**
     * {@return the same among the other subscribers, which lose messages when they are further behind than the log
     * reaches}
     */
    public @Nullable Lag worstDroppingLag() {
        return worstLag(false);
    }

    /**
     * {@return among the other subscribers, the one that has lost most, or else is furthest behind; null if there is
     * none}
     */
    public @Nullable Lag worstLoss() {
        return lags().filter(lag -> lag.subscriber().losses() > 0)
                .max(Comparator.comparingLong(lag -> lag.subscriber().lostBytes()))
                .orElseGet(this::worstDroppingLag);
    }

    /** {@return the lag of {@link #worstLag}, in bytes} */
    public long lagBytes() {
        Lag worst = worstLag();
        return worst == null ? 0 : worst.bytes();
    }

    /** {@return the same in percent of the publishers' window} */
    public long lagPercent() {
        Lag worst = worstLag();
        return worst == null ? 0 : worst.percent();
    }

    private @Nullable Lag worstLag(boolean gating) {
        Lag worst = null;
        for (LogView log : logs) {
            Subscriber most = log.at().furthestBehind(gating);
            if (most != null && (worst == null || log.at().lag(most) > worst.bytes())) {
                worst = new Lag(log, most);
            }
        }
        return worst;
    }
}
