/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.report;

import io.tailrace.control.ClientFiles;
import io.tailrace.control.DriverDirectory;
import io.tailrace.file.Exhaustion;
import io.tailrace.file.FileAccess;
import io.tailrace.file.FileFormatException;
import io.tailrace.file.MappedFile;
import io.tailrace.file.TemporaryName;
import io.tailrace.internal.Uninterrupted;
import io.tailrace.liveness.KernelLock.Holder;
import io.tailrace.liveness.OwnerState;
import io.tailrace.liveness.OwnerState.LifeProof;
import io.tailrace.liveness.ProgramName;
import io.tailrace.report.EventView.Kind;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.agrona.concurrent.EpochClock;
import org.jspecify.annotations.Nullable;

/**
 * The events of a directory, as lines of text that {@code tail -f} shows ({@code FORMAT.md}). The file outlives the
 * driver, and the next one continues it; when it is full, it becomes {@code events.1}, and a new one begins. The events
 * are for people: the only decision based on them is whether a death is recorded already. The driver that holds the
 * directory writes them, on one thread at a time.
 *
 * <p>If an event recurs on the same stream for the same client, its second, fourth, eighth ... time has a line. A
 * driver that dies in a line leaves a torn one, which the next one cuts off; one that dies after a line may have it
 * noted again.
 *
 * <p>A driver works without events if they cannot be written. It reports that once, and goes on when it is possible.
 */
public final class EventLog {
    /** A file that would be longer is followed by a new one. */
    static final int MAX_LENGTH = 512 * 1024;

    private static final String HEADER = "# Tailrace events 1, before this file:";
    /** The most clients that are remembered, and that the next file begins with. */
    private static final int MAX_CLIENTS = 4096;

    private static final int MAX_CARRIED = 1000;
    private static final int MAX_RECURRING = 1000;
    private static final Set<OpenOption> APPEND =
            Set.of(StandardOpenOption.CREATE, StandardOpenOption.APPEND, LinkOption.NOFOLLOW_LINKS);

    private record Recurring(Kind kind, String stream, String subscription, long clientId, String detail) {
        static Recurring of(EventView event) {
            return new Recurring(event.kind(), event.stream(), event.subscription(), event.clientId(), event.detail());
        }
    }

    private final DriverDirectory directory;
    private final FileAccess access;
    private final EpochClock clock;
    /** The clients that have come, and not gone. */
    private final Map<Long, EventView> present = latest(MAX_CLIENTS);

    private final Map<Long, EventView> gone = latest(MAX_CLIENTS);
    /** The last line of each event of this file that may recur. */
    private final Map<Recurring, EventText> recurring = latest(MAX_RECURRING);

    private final Map<Kind, Long> totals = new EnumMap<>(Kind.class);
    private Consumer<Throwable> errors = error -> {};
    private @Nullable IOException problem;
    private boolean failed;
    private @Nullable EventView lastOfDriver;
    private long sequence = 1;

    /** {@return a map that forgets its eldest entries} */
    private static <K, V> Map<K, V> latest(int most) {
        return new LinkedHashMap<>() {
            @Override
            protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
                return size() > most;
            }
        };
    }

    private EventLog(DriverDirectory directory, FileAccess access, EpochClock clock) {
        this.directory = directory;
        this.access = access;
        this.clock = clock;
    }

    /** Driver: continues the events in the directory that it holds. Throws nothing. */
    public static EventLog open(DriverDirectory directory, FileAccess access, EpochClock clock) {
        EventLog log = new EventLog(directory, access, clock);
        try {
            log.goOn();
        } catch (IOException e) {
            log.sequence = Math.max(1, clock.time()); // Greater than all numbers that it could not read.
            log.problem =
                    new IOException("no events are noted: path=" + directory.events() + ", cause=" + e.getMessage(), e);
        }
        return log;
    }

    private void goOn() throws IOException {
        Path path = directory.events();
        try {
            Contents found = Contents.of(directory);
            found.events.values().forEach(text -> remember(text.event()));
            totals.putAll(found.totals());
            if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
                cutTornLine(path);
                access.applyToFile(path); // The previous driver may have shared it with another group.
            }
        } catch (NoSuchFileException e) {
            // The first driver of the directory.
        } catch (IOException e) {
            if (Exhaustion.isOfSystem(e)) {
                throw e; // The file may be intact.
            }
            problem = new IOException("the events of before are lost, and new ones begin: " + e.getMessage(), e);
            Files.deleteIfExists(path);
        }
    }

    private void remember(EventView event) {
        sequence = Math.max(sequence, event.sequence() + 1);
        switch (event.kind()) {
            case CLIENT_CAME -> present.put(event.clientId(), event);
            case CLIENT_LEFT, CLIENT_DIED -> {
                present.remove(event.clientId());
                gone.put(event.clientId(), event);
            }
            default -> lastOfDriver = event.kind().isOfDriver() ? event : lastOfDriver;
        }
    }

    private static void cutTornLine(Path path) throws IOException {
        byte[] bytes = Contents.bytes(path);
        int end = bytes.length;
        while (end > 0 && bytes[end - 1] != '\n') {
            end--;
        }
        if (end < bytes.length) {
            try (FileChannel file = FileChannel.open(path, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
                file.truncate(end);
            }
        }
    }

    /** From now on reports to this error handler, including earlier failures. */
    public void reportTo(Consumer<Throwable> newErrors) {
        errors = newErrors;
        if (problem != null) {
            errors.accept(problem);
        }
    }

    /**
     * {@return the last event of a driver about itself, without a sequence if it is this driver; null if there is none}
     */
    public @Nullable EventView lastOfDriver() {
        return lastOfDriver;
    }

    /** Records that this driver stops, if it has recorded its start. */
    public void noteEnded(String detail) {
        EventView last = lastOfDriver;
        if (last != null && last.kind() == Kind.DRIVER_STARTED && last.sequence() == 0) {
            note(EventView.ofDriver(Kind.DRIVER_ENDED, last.pid(), last.program(), last.from(), detail));
        }
    }

    /** Records an event at the current time. */
    public void note(EventView event) {
        lastOfDriver = event.kind().isOfDriver() ? event : lastOfDriver;
        boolean unnamed = event.clientId() != 0 && event.program().isEmpty();
        EventView known = unnamed ? present.getOrDefault(event.clientId(), gone.get(event.clientId())) : null;
        write(known == null ? event : event.by(known.program()));
    }

    /** Records that a client has connected, unless that is recorded. */
    public void noteCame(long clientId, long pid, String name) {
        if (!present.containsKey(clientId) && !gone.containsKey(clientId)) {
            write(EventView.ofClient(Kind.CLIENT_CAME, clientId, pid, name, ""));
        }
    }

    /**
     * Records that a client is dead, before its files are deleted, unless that is recorded: the previous driver may
     * have died in between.
     *
     * @param leaving whether it has said so
     * @param held its resources, in words
     */
    public void noteGone(Path client, long clientId, boolean leaving, String held) {
        if (gone.containsKey(clientId)) {
            return;
        }
        EventView came = present.get(clientId);
        OwnerState owner = examine(client);
        boolean hasClosed = leaving || owner.proof() == LifeProof.HAS_LEFT;
        write(EventView.ofClient(
                hasClosed || owner.proof().isEnd() ? Kind.CLIENT_LEFT : Kind.CLIENT_DIED,
                clientId,
                came == null ? owner.pid() : came.pid(),
                came == null ? owner.name() : came.program(),
                hasClosed ? "" : owner.proof().reason() + held));
    }

    private static OwnerState examine(Path client) {
        try {
            return ClientFiles.examine(client);
        } catch (IOException e) { // For example a lack of descriptors, because the death was proven.
            return OwnerState.ofLockAlone(Holder.DEAD);
        }
    }

    private void write(EventView event) {
        long nowMs = clock.time();
        totals.merge(event.kind(), 1L, Long::sum);
        Recurring key = Recurring.of(event);
        EventText before = recurring.get(key);
        EventText text = before == null
                ? new EventText(event.numbered(sequence++, nowMs), nowMs, 1)
                : before.again(event.to(), nowMs);
        if (event.kind().mayRecur()) {
            recurring.put(key, text);
        } else if (event.clientId() != 0) {
            remember(text.event());
        }
        if (Integer.bitCount(text.times()) == 1) {
            append(text);
        }
    }

    private void append(EventText text) {
        Path path = directory.events();
        byte[] line = text.line().getBytes(StandardCharsets.UTF_8);
        try {
            boolean isNew = !Files.exists(path, LinkOption.NOFOLLOW_LINKS);
            if (isNew || Files.size(path) + line.length > MAX_LENGTH) {
                begin(text, !isNew);
            } else {
                MappedFile.requireRegularFile(path);
                if (failed) {
                    cutTornLine(path); // There may have been room for a part of the last one.
                }
                write(path, line);
            }
            failed = false;
        } catch (IOException e) {
            if (!failed) {
                failed = true;
                errors.accept(new IOException("an event is not noted: path=" + path + ", cause=" + e.getMessage(), e));
            }
        }
    }

    /** Begins a new file, with the clients that are there, so that each death can name its client. */
    private void begin(EventText first, boolean keeps) throws IOException {
        List<EventText> carried = present.values().stream()
                .skip(Math.max(0, present.size() - MAX_CARRIED))
                .filter(came -> came.sequence() != first.event().sequence())
                .map(came -> new EventText(came, came.timeMs(), 1))
                .toList();
        Map<Kind, Long> noted = new EnumMap<>(totals);
        noted.merge(first.event().kind(), (long) -first.times(), Long::sum);
        carried.forEach(text -> noted.merge(text.event().kind(), -1L, Long::sum));
        StringBuilder lines = new StringBuilder(HEADER);
        noted.values().removeIf(count -> count == 0);
        noted.forEach((kind, count) ->
                lines.append(' ').append(kind.word()).append('=').append(count));
        lines.append('\n');
        carried.forEach(text -> lines.append(text.line()));
        lines.append(first.line());
        Path path = directory.events();
        Path next = TemporaryName.of(path);
        Files.deleteIfExists(next);
        write(next, lines.toString().getBytes(StandardCharsets.UTF_8));
        access.applyToFile(next);
        if (keeps) {
            Files.move(path, directory.eventsBefore(), StandardCopyOption.ATOMIC_MOVE);
        }
        Files.move(next, path, StandardCopyOption.ATOMIC_MOVE);
        recurring.keySet().removeIf(key -> !key.equals(Recurring.of(first.event())));
    }

    private static void write(Path path, byte[] bytes) throws IOException {
        Uninterrupted.run(() -> {
            try (FileChannel file = FileChannel.open(
                    path, APPEND, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))) {
                ByteBuffer left = ByteBuffer.wrap(bytes);
                while (left.hasRemaining()) {
                    file.write(left);
                }
                return bytes.length;
            }
        });
    }

    /**
     * Tool: reads the events that another process may be writing, or may have damaged, in the order of their times.
     *
     * @param events receives each readable event, even if others are damaged
     * @throws NoSuchFileException if there are none
     * @throws FileFormatException if a line is no event
     */
    public static void read(DriverDirectory directory, List<EventView> events) throws IOException {
        Contents found = Contents.of(directory);
        found.events.values().forEach(text -> events.add(text.view()));
        events.sort(Comparator.comparingLong(EventView::timeMs).thenComparing(EventView::sequence));
        if (found.damaged > 0) {
            throw new FileFormatException(
                    directory.events(),
                    "corrupt: of " + (events.size() + found.damaged) + " lines, damaged=" + found.damaged);
        }
    }

    /** Tool: reads how often each kind was noted over all drivers. */
    public static Map<Kind, Long> readTotals(DriverDirectory directory) throws IOException {
        return Contents.of(directory).totals();
    }

    /** The lines of both files. */
    private static final class Contents {
        private final Map<Long, EventText> events = new TreeMap<>();
        private final Map<Kind, Long> before = new EnumMap<>(Kind.class);
        private final Map<Long, EventText> ofLastFile = new TreeMap<>();
        private int damaged;

        /** The last file comes first: if it becomes the one before meanwhile, its events are read twice. */
        static Contents of(DriverDirectory directory) throws IOException {
            Contents found = new Contents();
            boolean any = found.read(directory.events(), true);
            found.ofLastFile.putAll(found.events);
            boolean anyBefore = false;
            try {
                anyBefore = found.read(directory.eventsBefore(), !any);
            } catch (FileFormatException e) {
                found.damaged++;
            }
            if (!any && !anyBefore) {
                throw new NoSuchFileException(directory.events().toString());
            }
            if (!any) { // Its driver died between the two renames.
                found.ofLastFile.putAll(found.events);
            }
            return found;
        }

        private boolean read(Path path, boolean isLast) throws IOException {
            byte[] bytes;
            try {
                bytes = bytes(path);
            } catch (NoSuchFileException e) {
                return false;
            }
            String all = new String(bytes, StandardCharsets.UTF_8);
            String[] lines = all.substring(0, all.lastIndexOf('\n') + 1).split("\n", -1);
            if (!lines[0].startsWith(HEADER)) {
                throw new FileFormatException(path, "not a file of events: it does not begin with '" + HEADER + "'");
            }
            if (isLast) {
                readTotals(lines[0]);
            }
            for (int i = 1; i < lines.length - 1; i++) {
                EventText text = EventText.parse(lines[i]);
                damaged += text == null ? 1 : 0;
                if (text != null) {
                    events.merge(
                            text.event().sequence(), text, (one, other) -> one.times() > other.times() ? one : other);
                }
            }
            return true;
        }

        private static byte[] bytes(Path path) throws IOException {
            MappedFile.requireRegularFile(path); // Reading a pipe would wait for its other end.
            if (Files.size(path) > 2 * MAX_LENGTH) {
                throw new FileFormatException(path, "too long for events: limit=" + 2 * MAX_LENGTH);
            }
            return Files.readAllBytes(path);
        }

        private void readTotals(String header) {
            for (String word : header.substring(HEADER.length()).split(" ", -1)) {
                int sign = word.indexOf('=');
                Kind kind = sign < 0 ? null : Kind.of(word.substring(0, sign));
                if (kind != null && word.matches(".*=-?[0-9]{1,18}")) {
                    before.put(kind, Long.parseLong(word.substring(sign + 1)));
                }
            }
        }

        Map<Kind, Long> totals() {
            Map<Kind, Long> totals = new EnumMap<>(Kind.class);
            for (Kind kind : Kind.values()) {
                totals.put(kind, before.getOrDefault(kind, 0L));
            }
            ofLastFile.values().forEach(text -> totals.merge(text.event().kind(), (long) text.times(), Long::sum));
            return totals;
        }
    }

    /**
     * An event as a line of text ({@code FORMAT.md}): time, sequence, kind, then each field that applies, as {@code
     * name=value}, the detail last. Spaces and percent signs are escaped as in a URL, but not the spaces of the detail.
     *
     * @param event at its last time
     * @param firstMs when it occurred first
     * @param times how often it occurred until then
     */
    record EventText(EventView event, long firstMs, int times) {
        private static final String DETAIL = " detail=";
        /** In bytes; more than any name has. */
        private static final int MAX_TEXT = 255;

        /** {@return the event that has occurred once more} */
        EventText again(long to, long nowMs) {
            return new EventText(event.numbered(event.sequence(), nowMs).at(event.from(), to), firstMs, times + 1);
        }

        /** {@return the line, with its end} */
        String line() {
            StringBuilder line = new StringBuilder();
            line.append(Instant.ofEpochMilli(event.timeMs())).append(' ').append(event.sequence());
            line.append(' ').append(event.kind().word());
            number(line, "client", event.clientId());
            number(line, "pid", event.pid());
            text(line, "program", event.program());
            text(line, "stream", event.stream());
            text(line, "subscription", event.subscription());
            number(line, "from", event.from());
            number(line, "to", event.to());
            if (times > 1) {
                line.append(" times=").append(times).append(" since=").append(Instant.ofEpochMilli(firstMs));
            }
            if (!event.detail().isEmpty()) {
                line.append(DETAIL).append(escape(event.detail()));
            }
            return line.append('\n').toString();
        }

        private static void number(StringBuilder line, String name, long value) {
            if (value != 0) {
                line.append(' ').append(name).append('=').append(value);
            }
        }

        private static void text(StringBuilder line, String name, String value) {
            if (!value.isEmpty()) {
                line.append(' ').append(name).append('=').append(escape(value).replace(" ", "%20"));
            }
        }

        private static String escape(String value) {
            return ProgramName.cut(value, MAX_TEXT).replace("%", "%25"); // No control characters are left.
        }

        /** {@return the event of a line without its end; null if it is none} */
        static @Nullable EventText parse(String line) {
            int detailAt = line.indexOf(DETAIL);
            String[] words = (detailAt < 0 ? line : line.substring(0, detailAt)).split(" ", -1);
            if (words.length < 3) {
                return null;
            }
            Map<String, String> fields = new HashMap<>();
            for (int i = 3; i < words.length; i++) {
                int sign = words[i].indexOf('=');
                if (sign < 0) {
                    return null;
                }
                fields.put(words[i].substring(0, sign), words[i].substring(sign + 1));
            }
            try {
                Kind kind = Kind.of(words[2]);
                long timeMs = Instant.parse(words[0]).toEpochMilli();
                long sequence = Long.parseLong(words[1]);
                int times = (int) number(fields, "times", 1);
                if (kind == null || sequence < 1 || sequence > DriverDirectory.MAX_ID || times < 1) {
                    return null;
                }
                EventView event = new EventView(
                        sequence,
                        timeMs,
                        kind,
                        text(fields, "stream"),
                        text(fields, "subscription"),
                        number(fields, "client", 0),
                        number(fields, "pid", 0),
                        text(fields, "program"),
                        detailAt < 0 ? "" : unescape(line.substring(detailAt + DETAIL.length())),
                        number(fields, "from", 0),
                        number(fields, "to", 0));
                String since = fields.get("since");
                return new EventText(
                        event, since == null ? timeMs : Instant.parse(since).toEpochMilli(), times);
            } catch (RuntimeException e) { // Of a number or a time: the line is damaged.
                return null;
            }
        }

        private static long number(Map<String, String> fields, String name, long otherwise) {
            String value = fields.get(name);
            return value == null ? otherwise : Long.parseLong(value);
        }

        private static String text(Map<String, String> fields, String name) {
            return unescape(fields.getOrDefault(name, ""));
        }

        private static String unescape(String value) {
            return value.replace("%20", " ").replace("%25", "%");
        }

        /** {@return the event, whose detail says how often it occurred if more than once} */
        EventView view() {
            if (times == 1) {
                return event;
            }
            String often = times + " times since " + Instant.ofEpochMilli(firstMs);
            String detail = event.detail();
            return event.because(detail + (detail.isEmpty() ? "" : ", ") + often);
        }
    }
}
