/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import io.tailrace.CheckedFrameHandler;
import io.tailrace.Header;
import io.tailrace.Image;
import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.SubscriptionConfig.JoinAt;
import io.tailrace.Tailrace;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Reads the stream of events, brings what was made of it to disk, and only then lets the stream forget it. A summarizer
 * that is killed at any moment goes on by its name from its last snapshot, and has lost nothing. For the one thread
 * that reads and counts.
 *
 * <p>The subscription acknowledges: its place, which the driver keeps for its name, passes only what a snapshot has.
 * So there is one place that says where to go on, for each of the many logs of a stream, and it is the publishers who
 * keep what is not counted yet: logs that have ended stay, a driver that is started again finds the places in the
 * logs. Whatever the moment of death, the place is at the snapshot or before it. Before it, it is by what was written
 * between the snapshot and the acknowledgement; this class leaves that out by the positions that the snapshot has. What
 * comes again because a parser was killed stands elsewhere in the stream; {@link Sources} leaves that out.
 *
 * <p>A place that would pass what is polled, and a second subscription to hold the first one's back, would do it as
 * well. But two subscriptions learn of logs at different times, and end them at different times.
 *
 * <p>A snapshot is due when half of a log's window is read, because publishers wait at the end of the window; and each
 * second. It is taken between two polls by the thread that counts, so nothing is copied or locked.
 */
final class SnapshotReader implements AutoCloseable {
    /** How long a stream waits for a reader that was killed, and with it all who publish to it. */
    private static final Duration LEASE = Duration.ofHours(1);

    private static final long LONGEST_PAUSE_NS = TimeUnit.SECONDS.toNanos(1);
    private static final int FRAME_LIMIT = 128;
    /** Shorter than the pause between snapshots: what is read last is saved soon, although nothing follows. */
    private static final Duration LONGEST_WAIT = Duration.ofMillis(200);

    private static final long NO_LOG = -1;

    private final SnapshotFile file;
    private final String name;
    private final SummarizerState state;
    private final Consumer<String> talk;
    private final Subscription subscription;
    private final MessageReader messages;
    private final CheckedFrameHandler<InterruptedException> unread = this::onFrame;
    /** By log, up to where the snapshot has its messages; without those of which all that comes now is new. */
    private final Map<Long, Long> savedPositions = new HashMap<>();
    /** The log of the last message, where all of it that comes now is new. */
    private long newLog = NO_LOG;

    private long lastNs = System.nanoTime();

    /**
     * Subscribes, and restores the state where there is a snapshot of this name.
     *
     * @param name of the subscription, and of the snapshot in the directory
     * @param state is new
     * @param talk takes what a user should know: whether there was a snapshot, what was lost while no place was kept
     * @throws IOException if there is a file that is no snapshot of this name
     */
    SnapshotReader(
            Tailrace tailrace, String stream, String name, Path directory, SummarizerState state, Consumer<String> talk)
            throws IOException {
        this.file = new SnapshotFile(directory.resolve(name + ".snapshot"));
        this.name = name;
        this.state = state;
        this.talk = talk;
        this.messages = new MessageReader(state);
        openSaved(); // A file that is wrong leaves no place behind that nobody reads.
        this.subscription = tailrace.addSubscription(
                stream,
                SubscriptionConfig.DEFAULT
                        .withJoinAt(JoinAt.OLDEST)
                        .withName(name, LEASE)
                        .withAcknowledgement());
        // Only who holds the name reads the file: its last holder may have written it until it died.
        DataInputStream saved = openSaved();
        try {
            restore(saved);
        } catch (IOException e) { // Whole, but of other summaries.
            subscription.close();
            throw file.damaged(String.valueOf(e.getMessage()), e);
        }
        talk.accept((saved == null ? "begins with empty summaries: snapshot=" : "goes on from: snapshot=") + file);
    }

    private @Nullable DataInputStream openSaved() throws IOException {
        DataInputStream saved = file.read();
        String savedName = saved == null ? name : saved.readUTF();
        if (!savedName.equals(name)) {
            throw file.damaged("name=" + savedName + ", expected=" + name, null);
        }
        return saved;
    }

    private void restore(@Nullable DataInputStream saved) throws IOException {
        if (saved == null) {
            state.begin();
            return;
        }
        for (int left = saved.readInt(); left > 0; left--) {
            savedPositions.put(saved.readLong(), saved.readLong());
        }
        state.restore(saved);
        if (saved.read() >= 0) {
            throw new IOException("more bytes than were saved");
        }
    }

    /**
     * Takes a snapshot, too, if one is due.
     *
     * @throws IOException if it is not on disk; what it would have is still in the stream
     */
    void poll() throws IOException, InterruptedException {
        subscription.poll(unread, FRAME_LIMIT, LONGEST_WAIT);
        if (isDue()) {
            take();
        }
    }

    private void onFrame(DirectBuffer buffer, int offset, int length, Header header) throws InterruptedException {
        if (header.image().logId() == newLog || isUnread(header)) {
            messages.onFrame(buffer, offset, length, header);
        }
    }

    private boolean isUnread(Header header) {
        Image image = header.image();
        Long position = savedPositions.get(image.logId());
        if (position != null && header.position() < position) {
            return false;
        }
        if (position != null) {
            savedPositions.remove(image.logId());
            long lost = image.joinPosition() - position; // A place that was kept has begun before.
            if (lost > 0) {
                talk.accept("events were lost, for the place of the subscription was given up: stream=" + image.stream()
                        + ", log=" + image.logId() + ", bytes=" + lost);
            }
        }
        newLog = image.logId();
        return true;
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
    void take() throws IOException {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        DataOutputStream output = new DataOutputStream(content);
        output.writeUTF(name);
        List<Image> images = subscription.images();
        output.writeInt(images.size());
        for (Image image : images) {
            output.writeLong(image.logId());
            output.writeLong(image.readPosition());
        }
        state.save(output);
        file.write(content.toByteArray());
        images.forEach(Image::acknowledge);
        lastNs = System.nanoTime();
    }

    /** Stops without a snapshot: the next one of this name goes on from the last one. */
    @Override
    public void close() {
        subscription.close();
    }
}
