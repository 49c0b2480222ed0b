/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver.streams;

import io.tailrace.control.ClientFiles;
import io.tailrace.control.Command;
import io.tailrace.control.ControlFile;
import io.tailrace.control.DriverDirectory;
import io.tailrace.control.EventBroadcast;
import io.tailrace.file.FileFormatException;
import io.tailrace.file.TemporaryName;
import io.tailrace.internal.PendingFault;
import io.tailrace.liveness.KernelLock;
import io.tailrace.liveness.ProgramName;
import io.tailrace.report.EventLog;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The clients that are connected. A new client rings a doorbell in the control file; the registry then searches for its
 * directory. It proves deaths by the kernel lock of each client and by the fate of its process.
 */
public final class ClientRegistry {
    private static final long REFUSED_INTERVAL_NS = 50_000_000;
    private static final long SCAN_INTERVAL_NS = 1_000_000_000;
    /** The greatest number of clients whose files are deleted in one cycle: the same thread cleans the logs. */
    private static final int MAX_BURIED = 64;

    private final DriverDirectory directory;
    private final ControlFile control;
    private final EventLog history;
    private final EventBroadcast.Sender events;
    private final LongConsumer forgotten;
    private final Consumer<Throwable> errorHandler;
    private final List<ClientEntry> clients = new ArrayList<>();
    private final Set<Long> refused = new HashSet<>();
    /** Clients whose files could not be opened for a reason that passes: they may live, and use logs. */
    private final Set<Long> unopened = new HashSet<>();

    private long doorbell;
    /** Each client has its turn, however many die. */
    private int nextProof;

    private long deaths;
    private long lastScanNs;
    private long lastRefusedNs;

    /** @param forgotten receives the id of each client whose files are deleted */
    public ClientRegistry(
            DriverDirectory directory,
            ControlFile control,
            EventLog history,
            EventBroadcast.Sender events,
            LongConsumer forgotten,
            Consumer<Throwable> errorHandler,
            long nowNs) {
        this.directory = directory;
        this.control = control;
        this.history = history;
        this.events = events;
        this.forgotten = forgotten;
        this.errorHandler = errorHandler;
        this.lastScanNs = nowNs - SCAN_INTERVAL_NS;
        this.lastRefusedNs = nowNs;
    }

    public List<ClientEntry> clients() {
        return clients;
    }

    /** Admits new clients. Returns how many. */
    public int findNew(long nowNs) {
        long rung = control.doorbell();
        PendingFault.raise(); // Outside the listing of the folder, which the JDK does under a lock.
        if (rung == doorbell && nowNs - lastScanNs < SCAN_INTERVAL_NS) {
            return 0;
        }
        doorbell = rung;
        lastScanNs = nowNs;
        int found = 0;
        Set<Long> known = known();
        try {
            List<Path> paths = LogRemoval.list(directory.clients());
            unopened.clear();
            for (Path path : paths) {
                String name = path.getFileName().toString();
                long id = DriverDirectory.parseId(TemporaryName.complete(name));
                if (id >= 0 && TemporaryName.isTemporary(name)) {
                    takeAwayHalfMade(path);
                } else if (id >= 0 && !known.contains(id)) {
                    found += takeIn(id, path, nowNs);
                }
            }
        } catch (IOException e) {
            errorHandler.accept(e);
        }
        return found;
    }

    /** {@return the ids of all clients whose files were opened or refused} */
    private Set<Long> known() {
        Set<Long> known = new HashSet<>(refused);
        clients.forEach(client -> known.add(client.id()));
        return known;
    }

    private int takeIn(long id, Path path, long nowNs) {
        try {
            if (Files.exists(path, LinkOption.NOFOLLOW_LINKS) && !Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
                throw new NotDirectoryException(path.toString());
            }
            if (ClientFiles.isRemnant(path)) { // An earlier driver died while it deleted these files.
                if (ClientFiles.probe(path) == KernelLock.Holder.DEAD) {
                    refused.add(id); // The lock file proves the death, so the slots are freed before it goes.
                } else {
                    ClientFiles.delete(path);
                }
                return 0;
            }
            ClientEntry client = new ClientEntry(id, path, ClientFiles.open(path, id), nowNs);
            PendingFault.raise(); // As above.
            clients.add(client);
            history.noteCame(id, client.pid(), client.name());
            return 1;
        } catch (IOException | RuntimeException e) {
            (isOfTheSystem(e) ? unopened : refused).add(id);
            errorHandler.accept(e);
        }
        return 0;
    }

    /**
     * A problem of the system, such as a want of descriptors, passes. A problem of the file has its own exception type.
     */
    private static boolean isOfTheSystem(Exception e) {
        return e.getClass() == FileSystemException.class;
    }

    private void takeAwayHalfMade(Path path) {
        try {
            ClientFiles.deleteHalfMade(path);
        } catch (NoSuchFileException | AccessDeniedException e) {
            // The client has renamed the folder by now; or another user owns it, and has not shared it yet.
        } catch (IOException e) {
            errorHandler.accept(e);
        }
    }

    public boolean isMadeToThisDriver(Command.RequestState request) {
        return request.isMadeTo(control.incarnation());
    }

    /** Stops listening to a client whose commands are malformed. It keeps what it holds until it is dead. */
    public void refuse(ClientEntry client, Throwable cause) {
        errorHandler.accept(new IllegalStateException(client.describe() + " broke its command ring: " + cause, cause));
        client.stopListening();
    }

    /** Stops listening to the clients whose ring is truncated. Returns how many there are. */
    public int refuseTruncated() {
        int found = 0;
        for (ClientEntry client : clients) {
            FileFormatException truncation = client.isHeard() ? client.files().findTruncation() : null;
            if (truncation != null) {
                refuse(client, truncation);
                found++;
            }
        }
        return found;
    }

    /**
     * Finds dead clients. Asks the kernel about each client whose heartbeat stands still, and at once about a client
     * that is leaving.
     *
     * @param silenceNs how long a heartbeat must stand still
     * @param bury frees everything that names a client that is proven dead; called again if it fails. Then the client's
     *     files are deleted
     * @return how many
     */
    public int findDead(long nowNs, long silenceNs, Consumer<ClientEntry> bury) {
        int found = 0;
        for (int left = clients.size(); left > 0 && found < MAX_BURIED; left--) {
            nextProof = nextProof > 0 && nextProof <= clients.size() ? nextProof - 1 : clients.size() - 1;
            ClientEntry client = clients.get(nextProof);
            if (client.isProofDue(nowNs, silenceNs) && isDead(client)) {
                history.noteGone(client.directory(), client.id(), client.isLeaving(), client.describeHeld());
                bury.accept(client);
                clients.remove(nextProof);
                deaths += client.isLeaving() ? 0 : 1;
                forget(client);
                found++;
            }
        }
        return found;
    }

    /** {@return how many clients died without announcing that they leave} */
    public long deaths() {
        return deaths;
    }

    /**
     * Asks the kernel now and then about the refused clients, which may hold slots from an earlier driver.
     *
     * @param bury frees everything that names a client that is proven dead; called again if it fails. Then the client's
     *     files are deleted
     * @return how many
     */
    public int findDeadRefused(long nowNs, LongConsumer bury) {
        if (refused.isEmpty() || nowNs - lastRefusedNs < REFUSED_INTERVAL_NS) {
            return 0;
        }
        lastRefusedNs = nowNs;
        int found = 0;
        for (Iterator<Long> ids = refused.iterator(); ids.hasNext(); ) {
            long id = ids.next();
            if (isRefusedDead(id)) {
                history.noteGone(directory.client(id), id, false, "");
                bury.accept(id);
                ids.remove();
                forget(id);
                found++;
            }
        }
        return found;
    }

    private boolean isDead(ClientEntry client) {
        try {
            KernelLock.Holder holder = client.files().probe();
            if (holder == KernelLock.Holder.UNKNOWN) {
                errorHandler.accept(new IllegalStateException(client.describe()
                        + " cannot be proven dead without its lock file, and keeps what it holds: path="
                        + client.directory() + ClientFiles.howToDeclareDead(client.directory())));
            }
            return holder == KernelLock.Holder.DEAD;
        } catch (IOException e) {
            errorHandler.accept(e);
            return false; // Nothing is proven: this process may be short of descriptors.
        }
    }

    /** Reports nothing: the driver reported an unreadable directory when it refused the client. */
    private boolean isRefusedDead(long id) {
        try {
            return ClientFiles.probe(directory.client(id)) == KernelLock.Holder.DEAD;
        } catch (IOException e) {
            return false;
        }
    }

    /** {@return whether no client lives, be it registered or not} Asked at the end of the driver. */
    public boolean nobodyLives() {
        if (!clients.stream().allMatch(this::isDead)) {
            return false; // Or a client has no lock file, so its death cannot be proven.
        }
        try {
            for (Path path : LogRemoval.list(directory.clients())) {
                if (idOf(path) >= 0 && ClientFiles.probe(path) == KernelLock.Holder.ALIVE) {
                    return false;
                }
            }
            return true;
        } catch (IOException e) {
            errorHandler.accept(e);
            return false; // Nothing proven.
        }
    }

    /** Notes the death of every client whose files exist, unless it is noted already. At the end of the driver. */
    public void noteAllGone() {
        try {
            for (Path path : LogRemoval.list(directory.clients())) {
                if (idOf(path) >= 0) {
                    history.noteGone(path, idOf(path), false, "");
                }
            }
        } catch (IOException e) {
            errorHandler.accept(e);
        }
    }

    private static long idOf(Path client) {
        return DriverDirectory.parseId(client.getFileName().toString());
    }

    /** {@return the clients that may have logs mapped} */
    public Set<Long> living() {
        Set<Long> living = known();
        living.addAll(unopened);
        return living;
    }

    /** {@return the position in the events at which a client has read that its logs of until now were taken} */
    long mark(long clientId) {
        return Math.max(1, events.lastTo(clientId));
    }

    /** {@return whether a client has let go of all logs that were taken from it before a mark, or is dead} */
    boolean hasLetGo(long clientId, long mark) {
        ClientEntry client = find(clientId);
        return client == null
                ? !refused.contains(clientId) && !unopened.contains(clientId)
                : client.letGo(control.incarnation()) >= mark;
    }

    String describe(long clientId) {
        ClientEntry client = find(clientId);
        return client == null ? ProgramName.describe(clientId, 0, "") : client.describe();
    }

    private @Nullable ClientEntry find(long clientId) {
        return clients.stream()
                .filter(client -> client.id() == clientId)
                .findFirst()
                .orElse(null);
    }

    private void forget(ClientEntry client) {
        try {
            client.files().close();
        } catch (IOException e) {
            errorHandler.accept(e);
        } finally {
            forget(client.id());
        }
    }

    private void forget(long id) {
        try {
            ClientFiles.delete(directory.client(id));
        } catch (IOException e) {
            errorHandler.accept(e);
        } finally {
            forgotten.accept(id);
            events.forget(id); // Remaining files are found later as those of a dead client, and deleted then.
        }
    }
}
