/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.history.segment;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import io.tailrace.file.FileAccess;
import io.tailrace.file.MappedFile;
import io.tailrace.file.TemporaryName;
import io.tailrace.internal.Uninterrupted;
import io.tailrace.memory.MappedBuffer;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * The segment that a writer writes: header and table through a mapping, whose space is allocated, and data by system
 * calls, which report a lack of space. Used by one thread.
 */
final class SegmentFile implements AutoCloseable {
    private final Path path;
    private final SegmentConstants constants;
    private final MappedFile head;
    private FileChannel data;

    private SegmentFile(Path path, SegmentConstants constants, MappedFile head, FileChannel data) {
        this.path = path;
        this.constants = constants;
        this.head = head;
        this.data = data;
    }

    /** Creates a segment without blocks, and its folder; if that fails, no segment remains. */
    static SegmentFile create(Path folder, SegmentConstants constants) throws IOException {
        StreamHistory.makeFolder(folder);
        Path path = SegmentConstants.path(folder, constants.base());
        Path temporary = TemporaryName.of(path);
        Files.deleteIfExists(temporary);
        MappedFile head = MappedFile.create(temporary, constants.dataOffset(), FileAccess.PRIVATE);
        try {
            SegmentLayout.FORMAT.write(head.buffer(), constants::write);
            lengthen(temporary, constants);
            SegmentFile file = new SegmentFile(path, constants, head, openData(temporary));
            // Replaces a segment that could not be read, or in which nothing could be written.
            Files.move(temporary, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            return file;
        } catch (IOException e) {
            head.close();
            Files.deleteIfExists(temporary);
            throw e;
        }
    }

    /** Opens a segment that is not sealed. */
    static SegmentFile open(Path path, SegmentConstants constants) throws IOException {
        return new SegmentFile(path, constants, MappedFile.openReadWrite(path), openData(path));
    }

    /**
     * Sets the full length at once, for processes that map it; unwritten parts take no space. Creates a missing file,
     * so it is not for a segment that may be purged.
     */
    static void lengthen(Path path, SegmentConstants constants) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
            file.setLength(constants.dataOffset() + constants.segmentLength());
        }
    }

    private static FileChannel openData(Path path) throws IOException {
        return FileChannel.open(path, READ, WRITE, NOFOLLOW_LINKS);
    }

    SegmentConstants constants() {
        return constants;
    }

    MappedBuffer head() {
        return head.buffer();
    }

    /** Writes the remaining bytes of a buffer at a position of the log. */
    void write(ByteBuffer bytes, long position) throws IOException {
        int from = bytes.position();
        long at = constants.dataOffset() + position - constants.base();
        onOpenChannel(() -> {
            while (bytes.hasRemaining()) {
                data.write(bytes, at + bytes.position() - from);
            }
            return bytes;
        });
    }

    /** Marks that no block follows, frees the unwritten space, and closes. */
    void seal(long state, long endPosition) throws IOException {
        try (this) {
            // Release: pairs with the acquire in Segment.sealed; a reader of it finds all blocks, and the next segment.
            head.buffer().putLongRelease(SegmentLayout.SEALED_OFFSET, state);
            long length = constants.dataOffset() + endPosition - constants.base();
            onOpenChannel(() -> data.truncate(length));
        }
    }

    private <T> void onOpenChannel(Uninterrupted.Operation<T> operation) throws IOException {
        Uninterrupted.run(() -> {
            if (!data.isOpen()) {
                data = openData(path); // An interrupt has closed the channel.
            }
            return operation.run();
        });
    }

    /** Waits until the segments from a base on are on disk; then also their names, and those of the folders. */
    static void force(Path folder, long from, boolean names) throws IOException {
        for (long base : LogHistory.bases(folder)) {
            if (base >= from) {
                force(SegmentConstants.path(folder, base));
            }
        }
        Path named = folder.toAbsolutePath();
        // The folders of the log, of the stream, and of the history.
        for (int i = 0; names && i < 3 && named != null; i++) {
            force(named);
            named = named.getParent();
        }
    }

    private static void force(Path path) throws IOException {
        Uninterrupted.run(() -> {
            try (FileChannel channel = FileChannel.open(path, READ)) {
                channel.force(true);
            } catch (NoSuchFileException e) {
                // Purged meanwhile.
            }
            return path;
        });
    }

    @Override
    public void close() throws IOException {
        head.close();
        data.close();
    }
}
