/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.sleep;

import io.tailrace.file.FileFormatException;
import io.tailrace.file.MappedFile;
import io.tailrace.internal.ErrorText;
import io.tailrace.log.Waker;
import io.tailrace.sleep.WakeSocket.WakeConnection;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Finds the wakers of the sleepers of all clients of a driver. Logs hold them; a waker that no log holds any more is
 * removed, and its file unmapped. Any thread.
 */
public final class ClientWakers implements Waker.Source, AutoCloseable {
    private record Key(long clientId, int sleeper) {}

    /** A waker that some log may still hold; and its connection, which does not close itself. */
    private static final class Entry extends WeakReference<SleeperWaker> {
        private final WakeConnection socket;

        Entry(SleeperWaker waker, WakeConnection socket) {
            super(waker);
            this.socket = socket;
        }

        boolean closeIfForgotten() {
            boolean forgotten = get() == null;
            if (forgotten) {
                socket.close();
            }
            return forgotten;
        }
    }

    private static final long CHECK_NS = 500_000_000;

    private final LongFunction<Path> directories;
    private final WakeConnection relay;
    private final Consumer<Throwable> errorHandler;
    private final Map<Key, Entry> wakers = new HashMap<>();
    private final Map<Path, WeakReference<MappedFile>> files = new HashMap<>();
    private @Nullable WakeConnection driverSocket;
    private volatile Waker driver = Waker.NOBODY;
    private long lastCheckNs = System.nanoTime();
    private volatile boolean told;

    /**
     * @param directories finds the directory of a client by its id
     * @param relay the socket of the driver's {@link WakeRelay}
     * @param errorHandler called once with the reason why sleepers cannot be woken, and again after they could; on a
     *     waking thread
     */
    public ClientWakers(LongFunction<Path> directories, Path relay, Consumer<Throwable> errorHandler) {
        this.directories = directories;
        this.relay = new WakeConnection(relay);
        this.errorHandler = errorHandler;
    }

    /** Sets the driver to be woken. */
    public synchronized void joinDriver(DriverSleeper place) {
        closeDriverSocket();
        WakeConnection socket = place.connection();
        driverSocket = socket;
        driver = new SleeperWaker(place::place, Waker.DRIVER, Waker.CONDUCTOR, socket, relay, this::tell);
    }

    private void closeDriverSocket() {
        if (driverSocket != null) {
            driverSocket.close();
        }
    }

    /** Called when the driver is lost: none of its memory is touched any more, until {@link #joinDriver}. */
    public void leaveDriver() {
        driver = Waker.NOBODY;
    }

    @Override
    public Waker of(long clientId, int sleeper) {
        return clientId == Waker.DRIVER ? () -> driver.wake() : ofClient(clientId, sleeper);
    }

    private synchronized Waker ofClient(long clientId, int sleeper) {
        Key key = new Key(clientId, sleeper);
        Entry entry = wakers.get(key);
        SleeperWaker known = entry == null ? null : entry.get();
        if (known != null) {
            return known;
        }
        forget();
        Path directory = directories.apply(clientId);
        WakeConnection socket = new WakeConnection(ClientSleepers.socket(directory, sleeper));
        SleeperWaker waker = new SleeperWaker(
                () -> open(directory, clientId, sleeper), clientId, sleeper, socket, relay, this::tell);
        wakers.put(key, new Entry(waker, socket));
        return waker;
    }

    synchronized SleeperWaker.Place open(Path directory, long clientId, int sleeper) throws IOException {
        MappedFile file = open(ClientSleepers.file(directory, sleeper), clientId);
        told = false;
        return new SleeperWaker.Place(
                file, file.buffer().view(ClientSleepers.slotOffset(sleeper), Sleeper.SLEEPER_LENGTH));
    }

    private MappedFile open(Path path, long clientId) throws IOException {
        WeakReference<MappedFile> reference = files.get(path);
        MappedFile known = reference == null ? null : reference.get();
        if (known != null && known.findTruncation(path) == null) {
            return known;
        }
        MappedFile file = Sleeper.FORMAT.openReadWrite(path);
        if (file.buffer().getLong(Sleeper.CLIENT_ID_OFFSET) != clientId) {
            file.close();
            throw new FileFormatException(path, "another client's: clientId=" + clientId);
        }
        files.put(path, new WeakReference<>(file));
        return file;
    }

    private void tell(Throwable problem) {
        if (!told) {
            told = true;
            errorHandler.accept(new IOException(
                    "cannot wake a sleeping thread, which checks again within a second: " + ErrorText.of(problem),
                    problem));
        }
    }

    /**
     * Checks now and then whether a file was truncated: a thread that reads it gets an error, perhaps at a later
     * instruction, and perhaps each time. Its sleepers are not woken from here any more.
     */
    public synchronized void giveUpTruncated(long nowNs) {
        if (nowNs - lastCheckNs < CHECK_NS) {
            return;
        }
        lastCheckNs = nowNs;
        forget();
        for (Entry entry : wakers.values()) {
            SleeperWaker waker = entry.get();
            if (waker != null) {
                waker.giveUpTruncated();
            }
        }
    }

    private void forget() {
        wakers.values().removeIf(Entry::closeIfForgotten);
        files.values().removeIf(file -> file.get() == null);
    }

    /** Called when no thread wakes any more. */
    @Override
    public synchronized void close() {
        closeDriverSocket();
        wakers.values().forEach(entry -> entry.socket.close());
        wakers.clear();
        relay.close();
        for (WeakReference<MappedFile> reference : files.values()) {
            MappedFile file = reference.get();
            if (file != null) {
                file.close();
            }
        }
        files.clear();
    }
}
