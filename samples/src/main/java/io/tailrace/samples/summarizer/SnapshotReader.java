/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import io.tailrace.CheckedFrameHandler;
import io.tailrace.Image;
import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.SubscriptionConfig.JoinAt;
import io.tailrace.Tailrace;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads a stream, brings what was made of it to disk, and only then lets the stream forget it. Whoever is killed at
 * any moment goes on by its name from its last snapshot, and has lost nothing. For the one thread that reads and
 * counts.
 *
 * <p>The subscription acknowledges: its place, which the driver keeps for its name, passes only what a snapshot has.
 * So there is one place that says where to go on, for each of the many logs of a stream, and it is the publishers who
 * keep what is not counted yet: logs that have ended stay, a driver that is started again finds the places in the
 * logs. Whatever the moment of death, the place is at the snapshot or before it. Before it, it is by what was written
 * between the snapshot and the acknowledgement; {@link UnreadFrames} leaves that out. What comes again because a
 * parser was killed stands elsewhere in the stream; {@link SeenSequences} leaves that out.
 *
 * <p>A place that would pass what is polled, and a second subscription to hold the first one's back, would do it as
 * well. But two subscriptions learn of logs at different times, and end them at different times.
 *
 * <p>A snapshot is due when half of a log's window is read, for publishers wait at the end of the window; and each
 * second. It is taken between two polls by the thread that counts, so nothing is copied or locked.
 */
final class SnapshotReader implements AutoCloseable {
    /** What there is to save. */
    public interface Content {
        /** Writes it. */
        void save(DataOutput output) throws IOException;

        /**
         * Becomes what was saved.
         *
         * @throws IOException if the bytes are none that {@link #save} has written
         */
        void restore(DataInputStream input) throws IOException;
    }

    /** How long a stream waits for who was killed, and with it all who publish to it. */
    private static final Duration LEASE = Duration.ofHours(1);

    private static final long LONGEST_PAUSE_NS = TimeUnit.SECONDS.toNanos(1);
    private static final int FRAME_LIMIT = 128;
    /** Shorter than the pause between snapshots: what is read last is saved soon, although nothing follows. */
    private static final Duration LONGEST_WAIT = Duration.ofMillis(200);

    private final SnapshotFile file;
    private final String name;
    private final Content content;
    private final Subscription subscription;
    private final CheckedFrameHandler<InterruptedException> frames;
    private final boolean isRestored;
    private long lastNs = System.nanoTime();

    /**
     * Subscribes, and restores the content where there is a snapshot of this name.
     *
     * @param name of the subscription
     * @param content is empty
     * @param losses told what was lost while nobody kept the place
     * @throws IOException if there is a file that is no snapshot of this name
     */
    public SnapshotReader(
            Tailrace tailrace,
            String stream,
            String name,
            SnapshotFile file,
            Content content,
            CheckedFrameHandler<InterruptedException> handler,
            Consumer<String> losses)
            throws IOException {
        this.file = file;
        this.name = name;
        this.content = content;
        openSaved(); // A file that is wrong leaves no place behind that nobody reads.
        this.subscription = tailrace.addSubscription(
                stream,
                SubscriptionConfig.DEFAULT
                        .withJoinAt(JoinAt.OLDEST)
                        .withName(name, LEASE)
                        .withAcknowledgement());
        // Only who holds the name reads the file: its last holder may have written it until it died.
        DataInputStream saved = openSaved();
        this.isRestored = saved != null;
        try {
            ReadPositions positions = saved == null ? ReadPositions.NONE : restore(saved);
            this.frames = new UnreadFrames<>(positions, handler, losses);
        } catch (IOException e) { // Whole, but of other summaries.
            subscription.close();
            throw file.damaged(String.valueOf(e.getMessage()), e);
        }
    }

    private @Nullable DataInputStream openSaved() throws IOException {
        DataInputStream saved = file.read();
        String savedName = saved == null ? name : saved.readUTF();
        if (!savedName.equals(name)) {
            throw file.damaged("name=" + savedName + ", expected=" + name, null);
        }
        return saved;
    }

    private ReadPositions restore(DataInputStream saved) throws IOException {
        ReadPositions positions = ReadPositions.restore(saved);
        content.restore(saved);
        if (saved.read() >= 0) {
            throw new IOException("more bytes than were saved");
        }
        return positions;
    }

    /** {@return whether there was a snapshot to begin with} */
    public boolean isRestored() {
        return isRestored;
    }

    /**
     * Takes a snapshot, too, if one is due.
     *
     * @throws IOException if it is not on disk; what it would have is still in the stream
     */
    public void poll() throws IOException, InterruptedException {
        subscription.poll(frames, FRAME_LIMIT, LONGEST_WAIT);
        if (isDue()) {
            take();
        }
    }

    private boolean isDue() {
        boolean isLate = System.nanoTime() - lastNs >= LONGEST_PAUSE_NS;
        for (Image image : subscription.images()) {
            long unsaved = image.readPosition() - image.position();
            if (unsaved >= image.window() / 2 || (isLate && unsaved > 0)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Takes a snapshot of all that was polled.
     *
     * @throws IOException as {@link #poll}
     */
    public void take() throws IOException {
        file.write(output -> {
            output.writeUTF(name);
            ReadPositions.of(subscription).save(output);
            content.save(output);
        });
        subscription.images().forEach(Image::acknowledge);
        lastNs = System.nanoTime();
    }

    /** Stops without a snapshot: who begins next with this name goes on from the last one. */
    @Override
    public void close() {
        subscription.close();
    }
}
