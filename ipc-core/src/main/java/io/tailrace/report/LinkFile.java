/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.report;

import io.tailrace.control.DriverDirectory;
import io.tailrace.events.Events;
import io.tailrace.file.FileAccess;
import io.tailrace.file.FileFormat;
import io.tailrace.file.FolderName;
import io.tailrace.file.MappedFile;
import io.tailrace.file.TemporaryName;
import io.tailrace.liveness.FileOwner;
import io.tailrace.memory.MappedBuffer;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The mapped file in which a bridge reports the state of one link to tools. Each end has one in the directory of its
 * own driver.
 */
public final class LinkFile extends StatusFile<LinkFile.State> {
    /** The end of a link at this bridge. */
    public enum Kind {
        SEND,
        RECEIVE
    }

    /** The state of a link, as this end sees it, in the order of its numbers in the file. */
    public enum State {
        /** The file holds another value. */
        UNKNOWN,
        CONNECTING,
        UP,
        /** It is up, but the receiver has no room, because a subscriber there holds it back. */
        HELD,
        /** It was up, but the other end does not answer. */
        DOWN,
        /** The other end refuses it. */
        REFUSED,
        /** It has ended in good order. */
        ENDED,
        /** It has ended because of an error. */
        FAILED
    }

    static final int KIND_OFFSET = 40;
    static final int LANES_OFFSET = 152;
    static final int SENT_BYTES_OFFSET = 160;
    static final int BLOCKS_OFFSET = 168;
    static final int LAG_BYTES_OFFSET = 176;
    static final int LAG_NS_OFFSET = 184;
    static final int ROUND_TRIP_NS_OFFSET = 192;
    static final int RETRANSMISSIONS_OFFSET = 200;
    static final int LOST_BYTES_OFFSET = 208;
    static final int STATE_NS_OFFSET = 216;
    static final List<State> STATES = List.of(State.values());
    static final Text PEER_HOST = new Text(272, 288, 64);
    static final Text PEER_VERSION = new Text(276, 352, 64);
    static final Text HELD_BY = new Text(280, 416, 512);
    static final Text ERROR = new Text(284, 928, 1024);
    static final Text NAME = new Text(2048, 2064, 256);
    static final Text ADDRESS = new Text(2052, 2320, 272);
    static final Text HOST = new Text(2056, 2592, 64);
    static final Text STREAMS = new Text(2060, 2656, 1440);

    /** "TRAILLNK" read as a little-endian long. */
    static final long MAGIC = 0x4B4E4C4C49415254L;

    static final FileFormat FORMAT = new FileFormat(MAGIC, 1, 0, 4096);

    /** A bridge beats each second. */
    private static final long SILENCE_NS = 5_000_000_000L;

    private LinkFile(MappedFile file) {
        super(file, STATES, ERROR);
    }

    /**
     * A link, which never changes during the life of its file. Texts are cut to the available room: 256 bytes of a
     * name, 272 of an address, 64 of a host, 1,440 of streams.
     *
     * @param name of a sender's link {@code bridge/TARGET}; of a receiver's link {@code bridge/} with the sender's host
     *     and name
     * @param address {@code HOST:PORT} of the receiver
     * @param host of this end
     * @param streams names and patterns, with commas between
     */
    public record Identity(Kind kind, String name, String address, String host, String streams) {}

    /**
     * The figures of a link since it began, and its current state.
     *
     * @param lanes sources that it carries now
     * @param sentBytes for a receiver, the bytes received; likewise the next component
     * @param lagBytes bytes published at the sender's host and not committed at the receiver's
     * @param lagNs how long the oldest of them has waited
     * @param roundTripNs 0: not known yet
     * @param retransmissions by Aeron
     * @param lostBytes dropped by the sender's policy
     */
    public record Figures(
            int lanes,
            long sentBytes,
            long blocks,
            long lagBytes,
            long lagNs,
            long roundTripNs,
            long retransmissions,
            long lostBytes) {}

    /**
     * A snapshot of the file. Times are milliseconds since 1970; 0: never.
     *
     * @param isAlive whether its bridge is alive, as far as can be proven
     * @param stateNs since when it is in this state, of {@link System#nanoTime}
     * @param peerHost of the other end; empty until it is known; likewise the next component
     * @param heldBy the party at the receiver's host that blocks the link, in words; empty if none
     * @param error the last error; empty if there was none
     */
    public record View(
            Path path,
            boolean isAlive,
            Identity identity,
            State state,
            long stateNs,
            String peerHost,
            String peerVersion,
            long pid,
            long startedMs,
            long heartbeatMs,
            Figures figures,
            String heldBy,
            long errorMs,
            String error) {}

    /**
     * Bridge: creates the file, replacing an earlier one of the same name. The link is {@link State#CONNECTING}.
     *
     * @throws IOException if it cannot be created, for example because the directory is another user's
     */
    public static LinkFile create(DriverDirectory directory, Identity identity, long nowMs) throws IOException {
        FileAccess access = FileAccess.of(directory.path());
        access.createDirectoryIfMissing(directory.links());
        Path path = directory.links().resolve(FolderName.of(identity.name()));
        return new LinkFile(create(FORMAT, path, access, nowMs, buffer -> {
            buffer.putInt(KIND_OFFSET, identity.kind() == Kind.SEND ? 1 : 2);
            long nowNs = System.nanoTime();
            buffer.putLong(STATE_OFFSET, STATES.indexOf(State.CONNECTING));
            buffer.putLong(STATE_NS_OFFSET, nowNs);
            buffer.putLong(HEARTBEAT_NS_OFFSET, nowNs);
            buffer.putLong(HEARTBEAT_MS_OFFSET, nowMs);
            NAME.write(buffer, identity.name());
            ADDRESS.write(buffer, identity.address());
            HOST.write(buffer, identity.host());
            STREAMS.write(buffer, identity.streams());
        }));
    }

    /** Reports the state of the link, also to the Flight Recorder. May be repeated. */
    @Override
    public void state(State state) {
        State before = state(buffer, STATES);
        if (before != state) {
            long nowNs = System.nanoTime();
            long beforeNs = nowNs - buffer.getLong(STATE_NS_OFFSET);
            buffer.putLongRelease(STATE_NS_OFFSET, nowNs);
            super.state(state);
            Events.link(NAME.read(buffer), PEER_HOST.read(buffer), state.name(), before.name(), beforeNs);
        }
    }

    /** Beats for its bridge, and reports the figures of the link. */
    public void beat(long nowMs, Figures figures) {
        beat(nowMs);
        figures(
                LANES_OFFSET,
                figures.lanes(),
                figures.sentBytes(),
                figures.blocks(),
                figures.lagBytes(),
                figures.lagNs(),
                figures.roundTripNs(),
                figures.retransmissions(),
                figures.lostBytes());
    }

    /** Reports the other end's own host and version, each cut to 64 bytes. */
    public void peer(String host, String version) {
        write(() -> {
            PEER_HOST.write(buffer, host);
            PEER_VERSION.write(buffer, version);
        });
    }

    /** Reports the party that blocks the link, such as {@code audit of orders}, cut to 512 bytes; empty if none. */
    public void heldBy(String text) {
        write(() -> HELD_BY.write(buffer, text));
    }

    /**
     * Tool: reads the files of all links at this host, even while they are being written.
     *
     * @return ordered by name; unreadable files are skipped
     */
    public static List<View> list(DriverDirectory directory) throws IOException {
        List<View> views = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory.links())) {
            for (Path entry : entries) {
                View view = TemporaryName.isTemporary(entry.getFileName().toString()) ? null : read(entry);
                if (view != null) {
                    views.add(view);
                }
            }
        } catch (NoSuchFileException e) {
            // No bridge has run here.
        }
        views.sort(Comparator.comparing(view -> view.identity().name()));
        return views;
    }

    private static @Nullable View read(Path path) {
        try (MappedFile file = FORMAT.openReadOnly(path)) {
            return read(path, file.buffer());
        } catch (IOException e) {
            return null; // Not the file of a link, or it is being replaced.
        }
    }

    private static View read(Path path, MappedBuffer buffer) throws IOException {
        FileOwner owner = FileOwner.read(buffer::getLongAcquire, HEARTBEAT_NS_OFFSET);
        State state = state(buffer, STATES);
        Kind kind = buffer.getInt(KIND_OFFSET) == 1 ? Kind.SEND : Kind.RECEIVE;
        Texts texts = read(buffer, PEER_HOST, PEER_VERSION, HELD_BY, ERROR);
        return new View(
                path,
                owner.isAlive(SILENCE_NS),
                new Identity(kind, NAME.read(buffer), ADDRESS.read(buffer), HOST.read(buffer), STREAMS.read(buffer)),
                state,
                buffer.getLongAcquire(STATE_NS_OFFSET),
                texts.values().get(0),
                texts.values().get(1),
                owner.pid(),
                buffer.getLong(STARTED_MS_OFFSET),
                buffer.getLongAcquire(HEARTBEAT_MS_OFFSET),
                readFigures(buffer),
                texts.values().get(2),
                texts.errorMs(),
                texts.values().get(3));
    }

    private static Figures readFigures(MappedBuffer buffer) {
        return new Figures(
                (int) buffer.getLongAcquire(LANES_OFFSET),
                buffer.getLongAcquire(SENT_BYTES_OFFSET),
                buffer.getLongAcquire(BLOCKS_OFFSET),
                buffer.getLongAcquire(LAG_BYTES_OFFSET),
                buffer.getLongAcquire(LAG_NS_OFFSET),
                buffer.getLongAcquire(ROUND_TRIP_NS_OFFSET),
                buffer.getLongAcquire(RETRANSMISSIONS_OFFSET),
                buffer.getLongAcquire(LOST_BYTES_OFFSET));
    }
}
