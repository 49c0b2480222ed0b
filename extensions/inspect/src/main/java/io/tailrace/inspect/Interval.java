/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.inspect;

import io.tailrace.control.DriverDirectory;
import io.tailrace.inspect.Host.ProcessView;
import io.tailrace.inspect.LogSnapshot.Subscriber;
import io.tailrace.inspect.LogView.OpenClaim;
import io.tailrace.inspect.StreamState.Culprit;
import io.tailrace.inspect.StreamState.Kind;
import io.tailrace.log.LogEnd;
import io.tailrace.report.EventView;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The changes between two snapshots of one directory. One thread. */
public final class Interval {
    private static final double NS_PER_SECOND = 1e9;
    private static final double NS_PER_CPU_TICK = 1e7;

    /** The driver notes the end of a log when it has noted the death of its last publisher, within this time. */
    private static final long END_NOTED_NS = 5_000_000_000L;

    private static final Pattern PUBLISHED = Pattern.compile("; published (.*?)(?:; read .*)?$");

    private final Snapshot before;
    private final Snapshot after;
    private final Map<Long, LogView> logsBefore = new HashMap<>();
    private final Map<String, StreamState> states = new HashMap<>();
    private @Nullable Map<Long, StreamView> heldBackClients;
    private @Nullable List<EventView> deaths;

    /** An interval from one snapshot to a later one. */
    public Interval(Snapshot before, Snapshot after) {
        this.before = before;
        this.after = after;
        for (StreamView stream : before.streams()) {
            stream.logs().forEach(log -> logsBefore.put(log.id(), log));
        }
    }

    /** {@return the earlier snapshot} */
    public Snapshot before() {
        return before;
    }

    /** {@return the later snapshot, whose views the other methods take} */
    public Snapshot after() {
        return after;
    }

    /** {@return bytes a second with headers and padding; for a log that was made meanwhile, from its start on} */
    public double bytesPerSecond(LogView log) {
        LogView earlier = logsBefore.get(log.id());
        return perSecond(
                log,
                log.at().tail()
                        - (earlier == null
                                ? log.at().constants().beginPosition()
                                : earlier.at().tail()));
    }

    private double perSecond(LogView log, long growth) {
        LogView earlier = logsBefore.get(log.id());
        long ns = nsSince(earlier, log);
        return ns <= 0 || growth <= 0 ? 0 : growth * NS_PER_SECOND / ns;
    }

    /** {@return bytes a second of all logs of a stream} */
    public double bytesPerSecond(StreamView stream) {
        return stream.logs().stream().mapToDouble(this::bytesPerSecond).sum();
    }

    /** {@return bytes a second of all streams} */
    public double bytesPerSecond() {
        return after.streams().stream().mapToDouble(this::bytesPerSecond).sum();
    }

    /**
     * {@return messages a second: for each log, the messages read by the subscriber that read most, because publishers
     * do not count} For a subscriber that has joined meanwhile, all messages it has read count.
     */
    public double messagesPerSecond(StreamView stream) {
        return stream.logs().stream().mapToDouble(this::messagesPerSecond).sum();
    }

    private double messagesPerSecond(LogView log) {
        LogView earlier = logsBefore.get(log.id());
        List<Subscriber> then = earlier == null ? List.of() : earlier.at().subscribers();
        long most = 0;
        for (Subscriber now : log.at().subscribers()) {
            long known = then.stream()
                    .filter(other -> other.slot() == now.slot())
                    .filter(other -> other.registrationId() == now.registrationId() || isNext(now, other))
                    .mapToLong(Subscriber::messages)
                    .sum();
            most = Math.max(most, now.messages() - known);
        }
        return perSecond(log, most);
    }

    private static boolean isNext(Subscriber now, Subscriber then) {
        return !now.name().isEmpty() && now.name().equals(then.name());
    }

    /** {@return the part of the time in which publishers of one of its logs were held back, from 0 to 1} */
    public double heldPart(StreamView stream) {
        return stream.logs().stream().mapToDouble(this::heldPart).max().orElse(0);
    }

    private double heldPart(LogView log) {
        LogView earlier = logsBefore.get(log.id());
        double ns = nsSince(earlier, log);
        long held = log.at().heldNs() - (earlier == null ? 0 : earlier.at().heldNs());
        return ns <= 0 ? 0 : Math.min(1, held / ns);
    }

    /**
     * {@return the time between the two reads of a log; for a log that was made meanwhile, since the earlier snapshot}
     */
    private long nsSince(@Nullable LogView earlier, LogView log) {
        return log.takenNs() - (earlier == null ? before.takenNs() : earlier.takenNs());
    }

    /** {@return the CPU time that a client has taken in the interval, in percent of a core; less than 0 if unknown} */
    public long cpuPercent(ClientView client) {
        ClientView earlier = before.clients().get(client.id());
        ProcessView then = earlier == null ? null : earlier.process();
        ProcessView now = client.process();
        double ns = after.takenNs() - before.takenNs();
        return ns <= 0 || then == null || now == null
                ? -1
                : Math.round((now.cpuTicks() - then.cpuTicks()) * NS_PER_CPU_TICK * 100 / ns);
    }

    /** {@return how much a figure of the driver has grown; since the driver's start if it is another driver} */
    public long growth(String counter) {
        long now = after.counter(counter);
        long then = before.counter(counter);
        return now >= then ? now - then : now;
    }

    /** {@return how many streams are held back} */
    public long heldBack() {
        return after.streams().stream()
                .filter(stream -> state(stream).kind() == Kind.HELD_BACK)
                .count();
    }

    /**
     * {@return the state of a stream; if several states apply, the one that needs a person most} A missing side counts
     * only if no bytes arrived in the interval.
     */
    public StreamState state(StreamView stream) {
        return states.computeIfAbsent(stream.name(), name -> find(stream));
    }

    private StreamState find(StreamView stream) {
        if (stream.logs().stream().anyMatch(log -> log.at().contradiction() != null)) {
            return StreamState.of(Kind.DAMAGED);
        }
        List<LogView> living = stream.livingLogs();
        Optional<LogView> held = living.stream()
                .filter(LogView::isHeldBack)
                .max(Comparator.comparingLong(log -> log.heldForNs(after.takenNs())));
        if (held.isPresent()) {
            return StreamState.because(Kind.HELD_BACK, holdsBack(held.get()))
                    .since(held.get().heldForNs(after.takenNs()));
        }
        for (LogView log : living) {
            OpenClaim claim = log.openClaim();
            if (claim != null && isOpenSince(log, claim)) {
                return StreamState.because(Kind.OPEN_CLAIM, culprit(claim));
            }
        }
        if (bytesPerSecond(stream) > 0) {
            return StreamState.of(Kind.FLOWING);
        }
        return resting(stream, living);
    }

    /**
     * {@return the chain of streams that hold this one back, down to the root: the client that holds this stream back
     * publishes to the first stream of the chain, which is held back itself, and so on} If the streams wait for one
     * another in a circle, the last one is this stream itself.
     */
    public List<StreamView> chain(StreamView stream) {
        List<StreamView> chain = new ArrayList<>();
        StreamView next = awaitedBy(stream);
        while (next != null && !chain.contains(next)) {
            chain.add(next);
            next = next.equals(stream) ? null : awaitedBy(next);
        }
        return chain;
    }

    /** {@return the last stream of the chain, or the stream itself if the chain is empty: the place to act} */
    public StreamView root(StreamView stream) {
        List<StreamView> chain = chain(stream);
        return chain.isEmpty() ? stream : chain.get(chain.size() - 1);
    }

    private @Nullable StreamView awaitedBy(StreamView stream) {
        Culprit culprit = state(stream).culprit();
        return culprit == null || culprit.vacantForNs() >= 0
                ? null
                : heldBackClients().get(culprit.clientId());
    }

    /** {@return the streams that are held back, by the clients that publish to them} */
    private Map<Long, StreamView> heldBackClients() {
        Map<Long, StreamView> known = heldBackClients;
        if (known == null) {
            known = new HashMap<>();
            for (StreamView stream : after.streams()) {
                if (state(stream).kind() == Kind.HELD_BACK) {
                    addPublishers(stream, known);
                }
            }
            heldBackClients = known;
        }
        return known;
    }

    private static void addPublishers(StreamView stream, Map<Long, StreamView> heldBack) {
        stream.livingLogs().stream()
                .filter(LogView::isHeldBack)
                .flatMap(log -> log.at().publishers().stream())
                .forEach(publisher -> heldBack.putIfAbsent(publisher.clientId(), stream));
    }

    private StreamState resting(StreamView stream, List<LogView> living) {
        boolean isRead = stream.subscribers() > 0;
        if (stream.publishers() > 0) {
            return StreamState.of(isRead ? Kind.IDLE : Kind.NO_SUBSCRIBER);
        }
        if (!stream.logs().isEmpty() && living.isEmpty()) {
            return new StreamState(Kind.ENDED, null, 0, retainedForNs(stream));
        }
        return StreamState.of(isRead || !living.isEmpty() ? Kind.NO_PUBLISHER : Kind.VACANT);
    }

    /**
     * {@return the death of a publisher of a stream that has none left, as the driver noted it; null if none died
     * since its last log ended}
     */
    public @Nullable EventView publisherDeath(StreamView stream) {
        List<EventView> known = deaths;
        if (known == null) {
            known = EventsReader.of(new DriverDirectory(after.directory())).all().stream()
                    .filter(event -> event.kind() == EventView.Kind.CLIENT_DIED)
                    .sorted(Comparator.comparingLong(EventView::timeMs).reversed())
                    .toList();
            deaths = known;
        }
        long endedNs = stream.logs().stream()
                .mapToLong(log -> log.at().ending().endedNs())
                .max()
                .orElse(0);
        long fromMs = endedNs == 0
                ? 0
                : after.taken()
                        .minusNanos(after.takenNs() - endedNs + END_NOTED_NS)
                        .toEpochMilli();
        return known.stream()
                .filter(event -> event.timeMs() >= fromMs && published(event).contains(stream.name()))
                .findFirst()
                .orElse(null);
    }

    /** {@return the streams that a dead client published, which the driver has listed in the detail} */
    private static List<String> published(EventView death) {
        Matcher list = PUBLISHED.matcher(death.detail());
        return list.find() ? List.of(list.group(1).split(", ", -1)) : List.of();
    }

    private long retainedForNs(StreamView stream) {
        return stream.logs().stream()
                .map(log -> log.at().ending())
                .filter(LogEnd::isRetained)
                .mapToLong(ending -> ending.remainingNs(after.takenNs()))
                .max()
                .orElse(0);
    }

    private Culprit holdsBack(LogView log) {
        OpenClaim claim = log.openClaim();
        if (claim != null && isOpenSince(log, claim)) {
            return culprit(claim);
        }
        Subscriber subscriber = log.holdsBack();
        return subscriber == null ? Culprit.CLEANER : Culprit.of(subscriber, after);
    }

    /**
     * A claim is usually open for some nanoseconds. A claim that was open at the same place in the earlier snapshot has
     * been open for longer.
     */
    private boolean isOpenSince(LogView log, OpenClaim claim) {
        LogView earlier = logsBefore.get(log.id());
        OpenClaim then = earlier == null ? null : earlier.openClaim();
        return then != null && then.position() == claim.position();
    }

    private Culprit culprit(OpenClaim claim) {
        return claim.publisher() == null ? Culprit.SOME_PUBLISHER : Culprit.of(claim.publisher(), after);
    }
}
