/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.control;

import io.tailrace.control.ProcessMark.Fate;
import io.tailrace.events.Events;
import io.tailrace.file.FileAccess;
import io.tailrace.file.FileFormat;
import io.tailrace.file.MappedFile;
import io.tailrace.file.TemporaryName;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.segment.FolderName;
import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The mapped file in which a bridge reports the state of one link to tools. Each end has one in the directory of its
 * own driver. It replaces the file when the link begins, and the file stays after the link has ended. {@code FORMAT.md}
 * lists its fields. One thread writes: each figure is a separate word, and the variable texts have a sequence that is
 * odd while one of them is written.
 */
public final class LinkFile implements AutoCloseable {
    /** The end of a link at this bridge. */
    public enum Kind {
        SEND,
        RECEIVE
    }

    /** The state of a link, as this end sees it. */
    public enum State {
        /** The file holds another value. */
        UNKNOWN(0),
        CONNECTING(1),
        UP(2),
        /** It is up, but the receiver has no room, because a subscriber there holds it back. */
        HELD(3),
        /** It was up, but the other end does not answer. */
        DOWN(4),
        /** The other end refuses it. */
        REFUSED(5),
        /** It has ended in good order. */
        ENDED(6),
        /** It has ended because of an error. */
        FAILED(7);

        private final long code;

        State(long code) {
            this.code = code;
        }

        static State of(long code) {
            return Arrays.stream(values())
                    .filter(state -> state.code == code)
                    .findFirst()
                    .orElse(UNKNOWN);
        }
    }

    static final int STARTED_MS_OFFSET = 24;
    static final int KIND_OFFSET = 40;
    static final int HEARTBEAT_NS_OFFSET = 128;
    static final int HEARTBEAT_MS_OFFSET = 136;
    static final int STATE_OFFSET = 144;
    static final int LANES_OFFSET = 152;
    static final int SENT_BYTES_OFFSET = 160;
    static final int BLOCKS_OFFSET = 168;
    static final int LAG_BYTES_OFFSET = 176;
    static final int LAG_NS_OFFSET = 184;
    static final int ROUND_TRIP_NS_OFFSET = 192;
    static final int RETRANSMISSIONS_OFFSET = 200;
    static final int LOST_BYTES_OFFSET = 208;
    static final int STATE_NS_OFFSET = 216;
    static final int TEXT_SEQUENCE_OFFSET = 256;
    static final int ERROR_MS_OFFSET = 264;
    static final int PEER_HOST_LENGTH_OFFSET = 272;
    static final int PEER_VERSION_LENGTH_OFFSET = 276;
    static final int HELD_BY_LENGTH_OFFSET = 280;
    static final int ERROR_LENGTH_OFFSET = 284;
    static final int PEER_HOST_OFFSET = 288;
    static final int PEER_VERSION_OFFSET = 352;
    static final int HELD_BY_OFFSET = 416;
    static final int ERROR_OFFSET = 928;
    static final int NAME_LENGTH_OFFSET = 2048;
    static final int ADDRESS_LENGTH_OFFSET = 2052;
    static final int HOST_LENGTH_OFFSET = 2056;
    static final int STREAMS_LENGTH_OFFSET = 2060;
    static final int NAME_OFFSET = 2064;
    static final int ADDRESS_OFFSET = 2320;
    static final int HOST_OFFSET = 2592;
    static final int STREAMS_OFFSET = 2656;
    static final int PEER_HOST_LENGTH = 64;
    static final int PEER_VERSION_LENGTH = 64;
    static final int HELD_BY_LENGTH = 512;
    static final int ERROR_LENGTH = 1024;
    static final int NAME_LENGTH = 256;
    static final int ADDRESS_LENGTH = 272;
    static final int HOST_LENGTH = 64;
    static final int STREAMS_LENGTH = 1440;

    /** "TRAILLNK" read as a little-endian long. */
    static final long MAGIC = 0x4B4E4C4C49415254L;

    static final FileFormat FORMAT = new FileFormat(MAGIC, 1, 0, 4096);

    private static final int MAX_LOOKS = 1000;

    /** A bridge beats each second. */
    private static final long SILENCE_NS = 5_000_000_000L;

    private static final Text PEER_HOST = new Text(PEER_HOST_LENGTH_OFFSET, PEER_HOST_OFFSET, PEER_HOST_LENGTH);
    private static final Text PEER_VERSION =
            new Text(PEER_VERSION_LENGTH_OFFSET, PEER_VERSION_OFFSET, PEER_VERSION_LENGTH);
    private static final Text HELD_BY = new Text(HELD_BY_LENGTH_OFFSET, HELD_BY_OFFSET, HELD_BY_LENGTH);
    private static final Text ERROR = new Text(ERROR_LENGTH_OFFSET, ERROR_OFFSET, ERROR_LENGTH);
    private static final Text NAME = new Text(NAME_LENGTH_OFFSET, NAME_OFFSET, NAME_LENGTH);
    private static final Text ADDRESS = new Text(ADDRESS_LENGTH_OFFSET, ADDRESS_OFFSET, ADDRESS_LENGTH);
    private static final Text HOST = new Text(HOST_LENGTH_OFFSET, HOST_OFFSET, HOST_LENGTH);
    private static final Text STREAMS = new Text(STREAMS_LENGTH_OFFSET, STREAMS_OFFSET, STREAMS_LENGTH);

    private final MappedFile file;
    private final MappedBuffer buffer;

    private LinkFile(MappedFile file) {
        this.file = file;
        this.buffer = file.buffer();
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

    /** A text of the file. */
    private record Text(int lengthOffset, int offset, int maxBytes) {
        void write(MappedBuffer buffer, String text) {
            byte[] bytes = ProgramName.cut(text, maxBytes).getBytes(StandardCharsets.UTF_8);
            buffer.putIntOpaque(lengthOffset, bytes.length);
            buffer.putBytes(offset, bytes);
        }

        /** A hostile bridge may have written any bytes. */
        String read(MappedBuffer buffer) {
            byte[] bytes = new byte[Math.max(0, Math.min(buffer.getIntOpaque(lengthOffset), maxBytes))];
            buffer.getBytes(offset, bytes, 0, bytes.length);
            return ProgramName.cut(new String(bytes, StandardCharsets.UTF_8), maxBytes);
        }
    }

    private record ChangingTexts(String peerHost, String peerVersion, String heldBy, long errorMs, String error) {}

    /**
     * Bridge: creates the file, replacing an earlier one of the same name. The link is {@link State#CONNECTING}.
     *
     * @throws IOException if it cannot be created, for example because the directory is another user's
     */
    public static LinkFile create(DriverDirectory directory, Identity identity, long nowMs) throws IOException {
        FileAccess access = FileAccess.of(directory.path());
        access.createDirectoryIfMissing(directory.links());
        Path path = directory.links().resolve(FolderName.of(identity.name()));
        return new LinkFile(FORMAT.create(path, access, buffer -> {
            buffer.putLong(STARTED_MS_OFFSET, nowMs);
            buffer.putLong(FileOwner.PID_OFFSET, ProcessMark.own().pid());
            FileOwner.write(buffer);
            buffer.putInt(KIND_OFFSET, identity.kind() == Kind.SEND ? 1 : 2);
            long nowNs = System.nanoTime();
            buffer.putLong(STATE_OFFSET, State.CONNECTING.code);
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
    public void state(State state) {
        State before = State.of(buffer.getLong(STATE_OFFSET));
        if (before != state) {
            long nowNs = System.nanoTime();
            long beforeNs = nowNs - buffer.getLong(STATE_NS_OFFSET);
            buffer.putLongRelease(STATE_NS_OFFSET, nowNs);
            buffer.putLongRelease(STATE_OFFSET, state.code);
            Events.link(NAME.read(buffer), PEER_HOST.read(buffer), state.name(), before.name(), beforeNs);
        }
    }

    /** Beats for its bridge, and reports the figures of the link. */
    public void beat(long nowMs, Figures figures) {
        buffer.putLongRelease(HEARTBEAT_NS_OFFSET, System.nanoTime());
        buffer.putLongRelease(HEARTBEAT_MS_OFFSET, nowMs);
        buffer.putLongRelease(LANES_OFFSET, figures.lanes());
        buffer.putLongRelease(SENT_BYTES_OFFSET, figures.sentBytes());
        buffer.putLongRelease(BLOCKS_OFFSET, figures.blocks());
        buffer.putLongRelease(LAG_BYTES_OFFSET, figures.lagBytes());
        buffer.putLongRelease(LAG_NS_OFFSET, figures.lagNs());
        buffer.putLongRelease(ROUND_TRIP_NS_OFFSET, figures.roundTripNs());
        buffer.putLongRelease(RETRANSMISSIONS_OFFSET, figures.retransmissions());
        buffer.putLongRelease(LOST_BYTES_OFFSET, figures.lostBytes());
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

    /** Reports the last failure, cut to 1,024 bytes. */
    public void error(long nowMs, String text) {
        write(() -> {
            buffer.putLongOpaque(ERROR_MS_OFFSET, nowMs);
            ERROR.write(buffer, text);
        });
    }

    private void write(Runnable texts) {
        long sequence = buffer.getLong(TEXT_SEQUENCE_OFFSET);
        buffer.putLongOpaque(TEXT_SEQUENCE_OFFSET, sequence + 1);
        // Pairs with the fence in readTexts: a reader that has read a byte of this sees that it is being written.
        VarHandle.releaseFence();
        texts.run();
        // Release, after the text: pairs with the acquire in readTexts.
        buffer.putLongRelease(TEXT_SEQUENCE_OFFSET, sequence + 2);
    }

    /** Called when the link has ended and its state is stored. The file stays. */
    @Override
    public void close() {
        FileOwner.leave(buffer);
        file.close();
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
        State state = State.of(buffer.getLongAcquire(STATE_OFFSET));
        Kind kind = buffer.getInt(KIND_OFFSET) == 1 ? Kind.SEND : Kind.RECEIVE;
        ChangingTexts texts = readTexts(buffer);
        return new View(
                path,
                isAlive(owner),
                new Identity(kind, NAME.read(buffer), ADDRESS.read(buffer), HOST.read(buffer), STREAMS.read(buffer)),
                state,
                buffer.getLongAcquire(STATE_NS_OFFSET),
                texts.peerHost(),
                texts.peerVersion(),
                owner.process().pid(),
                buffer.getLong(STARTED_MS_OFFSET),
                buffer.getLongAcquire(HEARTBEAT_MS_OFFSET),
                readFigures(buffer),
                texts.heldBy(),
                texts.errorMs(),
                texts.error());
    }

    /** There is no lock to probe; if the process cannot be found, only its heartbeat is known. */
    private static boolean isAlive(FileOwner owner) throws IOException {
        Fate fate = owner.hasLeft() ? Fate.GONE : owner.process().fate();
        return fate == Fate.LIVES
                || (fate == Fate.UNKNOWN
                        && Math.abs(System.nanoTime() - owner.heartbeat().ns()) < SILENCE_NS);
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

    private static ChangingTexts readTexts(MappedBuffer buffer) {
        for (int look = 0; look < MAX_LOOKS; look++) {
            // Acquire: pairs with the release in write. The same even number before and after means that the texts are
            // intact.
            long before = buffer.getLongAcquire(TEXT_SEQUENCE_OFFSET);
            ChangingTexts texts = new ChangingTexts(
                    PEER_HOST.read(buffer),
                    PEER_VERSION.read(buffer),
                    HELD_BY.read(buffer),
                    buffer.getLongOpaque(ERROR_MS_OFFSET),
                    ERROR.read(buffer));
            VarHandle.acquireFence(); // Pairs with the fence in write.
            if (before % 2 == 0 && buffer.getLongOpaque(TEXT_SEQUENCE_OFFSET) == before) {
                return texts;
            }
            Thread.onSpinWait();
        }
        return new ChangingTexts("", "", "", 0, ""); // Its writer died while writing them.
    }
}
