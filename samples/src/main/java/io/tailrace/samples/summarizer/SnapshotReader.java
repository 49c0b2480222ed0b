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
 * Reads the stream of events, saves the results to disk, and only then lets the stream discard the events. A summarizer
 * that is killed at any moment continues by its name from its last snapshot and loses nothing. For the one thread that
 * reads and counts.
 *
 * <p>The subscription acknowledges: the driver keeps its place under its name, and the place passes only events that a
 * snapshot has. So each log of the stream has one place to continue from, and the logs keep all events that are not
 * counted yet: ended logs stay, and a restarted driver finds the places in the logs. Whenever the summarizer dies, the
 * place is at the snapshot or before it. It is before it if the summarizer died between snapshot and acknowledgement;
 * this class skips such events by the positions in the snapshot. Events that a parser published twice because it was
 * killed are elsewhere in the stream; {@link Sources} skips them.
 *
 * <p>The alternative was a place that passes all polled events, and a second subscription to hold publishers back. But
 * two subscriptions learn of logs, and of their ends, at different times.
 *
 * <p>A snapshot is due each second, and when half of a log's window is read, because publishers wait at the end of the
 * window. The counting thread takes it between two polls, so nothing is copied or locked.
 */
final class SnapshotReader implements AutoCloseable {
    /** How long a stream and its publishers wait for a reader that was killed. */
    private static final Duration LEASE = Duration.ofHours(1);

    private static final long LONGEST_PAUSE_NS = TimeUnit.SECONDS.toNanos(1);
    private static final int FRAME_LIMIT = 128;
    /** Shorter than the pause between snapshots, so the last events are saved soon although none follow. */
    private static final Duration LONGEST_WAIT = Duration.ofMillis(200);

    private static final long NO_LOG = -1;

    private final SnapshotFile file;
    private final String name;
    private final SummarizerState state;
    private final Consumer<String> talk;
    private final Subscription subscription;
    private final MessageReader messages;
    private final CheckedFrameHandler<InterruptedException> unread = this::onFrame;
    /**
     * By log, the position up to which the snapshot has its messages; without logs of which all further messages are
     * new.
     */
    private final Map<Long, Long> savedPositions = new HashMap<>();
    /** The log of the last message, if all its further messages are new. */
    private long newLog = NO_LOG;

    private long lastNs = System.nanoTime();

    /**
     * Subscribes, and restores the state if there is a snapshot of this name.
     *
     * @param name of the subscription, and of the snapshot in the directory
     * @param state is new
     * @param talk takes messages for the user: whether there was a snapshot, and losses while no place was kept
     * @throws IOException if the file is not a snapshot of this name
     */
    SnapshotReader(
            Tailrace tailrace, String stream, String name, Path directory, SummarizerState state, Consumer<String> talk)
            throws IOException {
        this.file = new SnapshotFile(directory.resolve(name + ".snapshot"));
        this.name = name;
        this.state = state;
        this.talk = talk;
        this.messages = new MessageReader(state);
        openSaved(); // First, so that an invalid file does not leave an unread place.
        this.subscription = tailrace.addSubscription(
                stream,
                SubscriptionConfig.of()
                        .withJoinAt(JoinAt.OLDEST)
                        .withName(name, LEASE)
                        .withAcknowledgement());
        // Only the holder of the name reads the file: the previous holder may have written it until it died.
        DataInputStream saved = openSaved();
        try {
            restore(saved);
        } catch (IOException e) { // Intact, but of other summaries.
            subscription.close();
            throw file.damaged(String.valueOf(e.getMessage()), e);
        }
        talk.accept((saved == null ? "begins with empty summaries: snapshot=" : "continues from: snapshot=") + file);
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
     * @throws IOException if it is not on disk; the stream still has its events
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
            long lost = image.joinPosition() - position; // A place that was kept has an earlier start.
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
     * Takes a snapshot of all polled events.
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

    /** Stops without a snapshot: the next reader of this name continues from the last one. */
    @Override
    public void close() {
        subscription.close();
    }
}
