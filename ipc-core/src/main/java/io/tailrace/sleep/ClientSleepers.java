/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.sleep;

import static io.tailrace.sleep.Sleeper.SLEEPERS;

import io.tailrace.file.FileAccess;
import io.tailrace.file.MappedFile;
import io.tailrace.file.OpenFolder;
import io.tailrace.internal.Uninterrupted.Operation;
import io.tailrace.log.Waker;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.sleep.Mechanism.CurrentThread;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The sleepers of a client: creates their files when they are needed, and numbers them. If no file can be created,
 * threads check again after short times, and ask for a sleeper again after a while. Any thread.
 *
 * <p>A thread sleeps in a futex only if the current driver wakes sleepers for processes without futexes. So the way to
 * sleep is chosen again when that driver is lost, and when there is another one.
 */
public final class ClientSleepers implements AutoCloseable {
    /** A thread that got no place asks again after this time. */
    private static final long RETRY_NS = 1_000_000_000;

    private static final String PREFIX = "sleepers-";
    private static final String SOCKET_INFIX = ".sleeper-";

    private final Path directory;
    private final Operation<FileAccess> access;
    private final long clientId;
    private final Consumer<Throwable> errorHandler;
    private final List<MappedFile> files = new ArrayList<>();
    private final BitSet taken = new BitSet();
    private final Set<Sleeper> inUse = new HashSet<>();
    /** Sleepers given back by threads that parked. */
    private final Deque<Sleeper> parked = new ArrayDeque<>();

    private @Nullable Unparker unparker;
    private volatile boolean relayed;
    private volatile long failedNs = System.nanoTime() - RETRY_NS;
    private volatile boolean closed;

    /**
     * Creates no file yet.
     *
     * @param directory of the client
     * @param access determines the users that may use the files
     * @param errorHandler called by the thread that wakes virtual threads
     */
    public ClientSleepers(
            Path directory, Operation<FileAccess> access, long clientId, Consumer<Throwable> errorHandler) {
        this.directory = directory;
        this.access = access;
        this.clientId = clientId;
        this.errorHandler = errorHandler;
        taken.set(0); // Number 0 stands for sleepers that cannot be woken.
        taken.set(Waker.CONDUCTOR);
    }

    static Path file(Path clientDirectory, int number) {
        return clientDirectory.resolve(PREFIX + (number - 1) / SLEEPERS);
    }

    /** Beside the client's directory: there only its client and the driver can replace it. */
    static Path socket(Path clientDirectory, int number) {
        return clientDirectory.resolveSibling(clientDirectory.getFileName() + SOCKET_INFIX + number);
    }

    static int slotOffset(int number) {
        return Sleeper.SLEEPERS_OFFSET + (number - 1) % SLEEPERS * Sleeper.SLEEPER_LENGTH;
    }

    /**
     * Conductor: sets whether the current driver wakes futex sleepers for processes that cannot.
     *
     * @return whether that is new; if so, all sleepers have been woken to choose again
     */
    public synchronized boolean chooseBy(boolean isRelayed) {
        boolean changed = relayed != isRelayed;
        relayed = isRelayed; // Stored first: a thread that is woken or arrives meanwhile chooses by this.
        if (changed) {
            inUse.forEach(Sleeper::wake);
        }
        return changed;
    }

    /**
     * {@return whether the calling thread may continue to sleep here; if not, it must give the sleeper back and take
     * another one}
     */
    public boolean suits(Sleeper sleeper) {
        return sleeper.canBeWoken() ? sleeper.suits(relayed) : closed || System.nanoTime() - failedNs < RETRY_NS;
    }

    /** {@return an unused sleeper for the calling thread} */
    public synchronized Sleeper take() {
        return tryToTake(() -> {
            Sleeper known = CurrentThread.isVirtual() ? findParked() : null;
            return known == null ? make(findFree()) : known;
        });
    }

    /** {@return the sleeper of the conductor, whose number is well known} */
    public synchronized Sleeper takeConductor() {
        return tryToTake(() -> {
            addFile(0);
            return make(Waker.CONDUCTOR);
        });
    }

    private Sleeper tryToTake(Operation<Sleeper> supply) {
        if (closed) {
            return napper();
        }
        try {
            Sleeper sleeper = supply.run();
            inUse.add(sleeper);
            return sleeper;
        } catch (IOException | LinkageError | InternalError | OutOfMemoryError e) {
            // No space, too long a path, no direct memory; or no descriptors, without which the JDK cannot load its
            // sockets either.
            failedNs = System.nanoTime();
            return napper();
        }
    }

    /** {@return a sleeper that cannot be woken, and that checks again after short times} */
    public Sleeper napper() {
        return new Sleeper(0, MappedBuffer.allocate(Sleeper.SLEEPER_LENGTH), new Mechanism.Nap());
    }

    private Sleeper make(int number) throws IOException {
        MappedBuffer slot =
                files.get((number - 1) / SLEEPERS).buffer().view(slotOffset(number), Sleeper.SLEEPER_LENGTH);
        Path socket = socket(directory, number);
        Mechanism mechanism = CurrentThread.isVirtual()
                ? unparker().add(slot, socket, access.run())
                : Mechanism.ofPlatformThread(relayed, slot, socket, access.run());
        taken.set(number);
        return new Sleeper(number, slot, mechanism);
    }

    private Unparker unparker() throws IOException {
        Unparker known = unparker;
        if (known == null) {
            known = Unparker.start("tailrace-unparker-" + clientId, new WakeSocket(), errorHandler);
            unparker = known;
        }
        return known;
    }

    private @Nullable Sleeper findParked() {
        parked.removeIf(sleeper -> !isWhole(sleeper.number()));
        return parked.poll();
    }

    private boolean isWhole(int number) {
        return files.get((number - 1) / SLEEPERS).findTruncation(file(directory, number)) == null;
    }

    /** Finds a number whose file exists and is intact. */
    private int findFree() throws IOException {
        while (true) {
            int number = taken.nextClearBit(1);
            int file = (number - 1) / SLEEPERS;
            addFile(file);
            if (isWhole(number)) {
                return number;
            }
            taken.set(number, (file + 1) * SLEEPERS + 1); // For good.
        }
    }

    private void addFile(int file) throws IOException {
        if (file == files.size()) {
            Path path = file(directory, file * SLEEPERS + 1);
            files.add(Sleeper.FORMAT.create(
                    path, access.run(), buffer -> buffer.putLong(Sleeper.CLIENT_ID_OFFSET, clientId)));
        }
    }

    /** Takes a sleeper back, in which no thread sleeps any more. */
    public synchronized void giveBack(Sleeper sleeper) {
        sleeper.close();
        inUse.remove(sleeper);
        if (sleeper.isParked()) {
            parked.add(sleeper);
        } else if (sleeper.number() != 0) {
            taken.clear(sleeper.number());
        }
    }

    /** Called when no thread sleeps any more. */
    @Override
    public synchronized void close() {
        closed = true;
        if (unparker != null) {
            unparker.close();
        }
        files.forEach(MappedFile::close);
    }

    /**
     * Driver: deletes the files and sockets of the sleepers of a client that is dead. The folder of the sockets, which
     * all clients share, is listed only for a client that has a file of sleepers: the file is made before a socket.
     */
    public static void delete(Path clientDirectory, OpenFolder folder) throws IOException {
        List<String> files = findAll(folder, PREFIX);
        if (files.isEmpty()) {
            return;
        }
        try (OpenFolder sockets = OpenFolder.parentOf(clientDirectory)) {
            for (String socket : findAll(sockets, clientDirectory.getFileName() + SOCKET_INFIX)) {
                sockets.delete(socket);
            }
        }
        for (String file : files) { // Last: if a driver dies meanwhile, the next one lists the sockets again.
            folder.delete(file);
        }
    }

    private static List<String> findAll(OpenFolder folder, String prefix) throws IOException {
        List<String> found = new ArrayList<>();
        for (String name : folder.list()) {
            if (name.startsWith(prefix) && !folder.isDirectory(name)) {
                found.add(name);
            }
        }
        return found;
    }
}
