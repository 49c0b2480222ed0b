/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.inspect;

import io.tailrace.control.ClientFiles;
import io.tailrace.control.Command.AddSubscription;
import io.tailrace.control.ControlFile;
import io.tailrace.control.DriverDirectory;
import io.tailrace.control.SubscriptionFiles;
import io.tailrace.control.Vacancy;
import io.tailrace.control.VacancyFiles;
import io.tailrace.file.MappedFile;
import io.tailrace.inspect.ClientView.Holdings;
import io.tailrace.internal.PendingFault;
import io.tailrace.liveness.OwnerState;
import io.tailrace.report.CounterSlots.CounterReader;
import io.tailrace.report.ErrorLog;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Takes snapshots of a driver's directory. Keeps its mappings for the next snapshot. One thread.
 */
public final class SnapshotReader implements AutoCloseable {
    /** Errors and histories are read less often, because each read maps their files. */
    private static final long ERRORS_NS = 5_000_000_000L;

    /** Links, too, need a mapping for each read; they beat each second. */
    private static final long LINKS_NS = 1_000_000_000L;

    private static final int MAX_INFO_LENGTH = 256;
    private static final Pattern INFO = Pattern.compile("pid=(\\d{1,18})\nstarted=(\\S{1,40})\n");

    /** A client, with its subscriptions as noted by the driver for the next driver. */
    private record Found(long id, Path path, OwnerState owner, List<AddSubscription> noted) {}

    /** The contents of the driver's control file. */
    private record Control(int termLength, boolean hasErrors, List<CounterReader.Counter> counters) {
        static final Control NONE = new Control(0, false, List.of());
    }

    private final DriverDirectory directory;
    private final Host host;
    private final LogReader logReader;
    private final SubscriptionFiles subscriptionFiles = new SubscriptionFiles();
    private final VacancyFiles vacancyFiles;
    private @Nullable Snapshot before;
    private @Nullable ControlFile control;
    private @Nullable Object controlKey;
    private @Nullable ErrorsReader errors;
    private long errorsNs;
    private @Nullable List<HistoryView> histories;
    private long historiesNs;
    private @Nullable List<LinkView> links;
    private long linksNs;

    /** Makes a reader; opens nothing yet. */
    public SnapshotReader(DriverDirectory directory, Host host) {
        this.directory = directory;
        this.host = host;
        this.logReader = new LogReader(directory, host);
        this.vacancyFiles = new VacancyFiles(directory);
    }

    public DriverDirectory directory() {
        return directory;
    }

    /**
     * Takes a snapshot, and compares it with the previous one, or the first with itself.
     *
     * @throws IOException if a folder of the directory cannot be read
     */
    public Interval next() throws IOException {
        Snapshot now = read();
        Interval interval = new Interval(before == null ? now : before, now);
        before = now;
        return interval;
    }

    /**
     * Takes a snapshot and compares it, and reads errors and storage, too. Errors may be some seconds old.
     *
     * @throws IOException if a folder of the directory cannot be read
     */
    public Observation observe() throws IOException {
        Interval interval = next();
        Storage storage = host.storage(directory.path());
        if (!interval.after().hasErrors()) {
            errors = null;
            return new Observation(interval, List.of(), List.of(), storage);
        }
        ErrorsReader known = errors;
        long nowNs = host.nanoTime();
        if (known == null || nowNs - errorsNs >= ERRORS_NS) {
            known = ErrorsReader.of(directory);
            errors = known;
            errorsNs = nowNs;
        }
        return new Observation(interval, known.all(), known.unreadable(), storage);
    }

    /**
     * Takes a snapshot.
     *
     * @throws IOException if a folder of the directory cannot be read
     */
    public Snapshot read() throws IOException {
        List<Unreadable> unreadable = new ArrayList<>();
        PendingFault.raise(); // Not inside a lock of the JDK.
        SortedMap<String, StreamView> streams = new TreeMap<>();
        List<Found> found = clients(unreadable);
        for (Found client : found) {
            client.noted.forEach(
                    noted -> stream(streams, noted.stream()).waiting().add(noted));
        }
        for (Vacancy vacancy : vacancyFiles.look()) {
            stream(streams, vacancy.command().stream()).vacancies().add(vacancy);
        }
        List<LogView> logs = logReader.read(unreadable);
        logs.forEach(log -> stream(streams, log.stream()).logs().add(log));
        Map<Long, Holdings.Sum> sums = Holdings.of(logs);
        SortedMap<Long, ClientView> clients = new TreeMap<>();
        for (Found client : found) {
            Holdings.Sum sum =
                    sums.computeIfAbsent(client.id, id -> new Holdings.Sum()).add(client.noted);
            clients.put(client.id, ClientView.of(client.id, client.path, client.owner, sum.total(), host));
        }
        return withDriver(clients, List.copyOf(streams.values()), unreadable);
    }

    private List<Found> clients(List<Unreadable> unreadable) throws IOException {
        List<Found> clients = new ArrayList<>();
        for (Map.Entry<Long, Path> client : foldersById(directory.clients()).entrySet()) {
            Path path = client.getValue();
            try {
                OwnerState owner = ClientFiles.examine(path);
                List<AddSubscription> noted = owner.lives() ? subscriptionFiles.look(path) : List.of();
                clients.add(new Found(client.getKey(), path, owner, noted));
            } catch (IOException e) {
                if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
                    unreadable.add(Unreadable.file("client", e));
                }
            }
        }
        return clients;
    }

    private Snapshot withDriver(
            SortedMap<Long, ClientView> clients, List<StreamView> streams, List<Unreadable> unreadable)
            throws IOException {
        OwnerState owner = directory.examineDriver();
        Control found = control(directory.lastControlFile(), unreadable);
        ClientView driver = ClientView.ofDriver(directory.path(), owner, start(owner.pid()), found.hasErrors, host);
        return new Snapshot(
                directory.path(),
                host.nanoTime(),
                host.now(),
                driver,
                found.termLength,
                found.counters,
                clients,
                streams,
                histories(),
                links(),
                unreadable);
    }

    private List<HistoryView> histories() throws IOException {
        List<HistoryView> known = histories;
        long nowNs = host.nanoTime();
        if (known == null || nowNs - historiesNs >= ERRORS_NS) {
            known = HistoryView.all(directory, host);
            histories = known;
            historiesNs = nowNs;
        }
        return known;
    }

    private List<LinkView> links() throws IOException {
        List<LinkView> known = links;
        long nowNs = host.nanoTime();
        if (known == null || nowNs - linksNs >= LINKS_NS) {
            known = LinkView.all(directory, host);
            links = known;
            linksNs = nowNs;
        }
        return known;
    }

    private Control control(Path path, List<Unreadable> unreadable) {
        try {
            ControlFile opened = open(path);
            Control found = new Control(
                    opened.termLength(),
                    ErrorLog.hasErrors(opened.errorLog()),
                    new CounterReader(path, opened.counters()).read());
            PendingFault.raise(); // Checked before the values are used.
            return found;
        } catch (NoSuchFileException e) {
            return Control.NONE;
        } catch (IOException e) {
            unreadable.add(Unreadable.file("the driver's control file", e));
        } catch (InternalError e) {
            unreadable.add(Unreadable.truncated("the driver's control file", path));
        }
        closeControl();
        return Control.NONE;
    }

    private ControlFile open(Path path) throws IOException {
        Object key = MappedFile.identity(path);
        ControlFile current = control;
        if (current != null && Objects.equals(key, controlKey)) {
            return current;
        }
        closeControl();
        ControlFile opened = ControlFile.openReadOnly(path);
        control = opened;
        controlKey = key;
        return opened;
    }

    /** {@return when the driver with this pid started, according to its info file} */
    private @Nullable Instant start(long pid) {
        Path info = directory.infoFile();
        if (!Files.isRegularFile(info, LinkOption.NOFOLLOW_LINKS)) { // Opening a pipe would wait for its other end.
            return null;
        }
        try (InputStream in = Files.newInputStream(info, LinkOption.NOFOLLOW_LINKS)) {
            Matcher text = INFO.matcher(new String(in.readNBytes(MAX_INFO_LENGTH), StandardCharsets.UTF_8));
            return text.matches() && Long.parseLong(text.group(1)) == pid
                    ? Instant.parse(text.group(2)).truncatedTo(ChronoUnit.SECONDS)
                    : null;
        } catch (IOException | DateTimeException e) {
            return null;
        }
    }

    private static StreamView stream(Map<String, StreamView> streams, String name) {
        return streams.computeIfAbsent(
                name, added -> new StreamView(added, new ArrayList<>(), new ArrayList<>(), new ArrayList<>()));
    }

    /** Releases all files. */
    @Override
    public void close() {
        closeControl();
        logReader.close();
    }

    private void closeControl() {
        if (control != null) {
            control.close();
            control = null;
        }
    }

    /**
     * {@return the directories in a folder by their ids, which is the order of their creation; none if there is no such
     * folder} Links are ignored, because they lead elsewhere.
     *
     * @throws IOException if the folder cannot be read
     */
    static SortedMap<Long, Path> foldersById(Path folder) throws IOException {
        SortedMap<Long, Path> directories = new TreeMap<>();
        if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            return directories;
        }
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
            for (Path entry : entries) {
                long id = DriverDirectory.parseId(entry.getFileName().toString());
                if (id >= 0 && Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
                    directories.put(id, entry);
                }
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        } catch (NoSuchFileException e) {
            return directories; // The driver closes at this moment.
        }
        return directories;
    }
}
