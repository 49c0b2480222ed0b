/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.stream;

import static io.tailrace.log.FrameLayout.HEADER_LENGTH;

import io.tailrace.dispatch.FrameKey;
import io.tailrace.dispatcher.FrameWindow;
import io.tailrace.log.CatchUpPause;
import io.tailrace.log.FrameLayout;
import io.tailrace.log.MessageReader;
import io.tailrace.memory.CorruptLogException;

/** Reads an image for the dispatch that has it. One thread at a time, each having seen what the one before it did. */
final class DispatchReader {
    private final MessageReader reader;
    private final CatchUpPause pause;
    private final SlotSleeper sleeper;
    private final LogDamage damage;

    DispatchReader(MessageReader reader, CatchUpPause pause, SlotSleeper sleeper, LogDamage damage) {
        this.reader = reader;
        this.pause = pause;
        this.sleeper = sleeper;
        this.damage = damage;
    }

    /** {@return the position of the next message that is to be read} */
    long position() {
        return reader.position();
    }

    /**
     * Adds messages that are there to a window.
     *
     * @param atRest whether a thread sleeps if there is no message
     * @return the messages added
     * @throws CorruptLogException if the bytes at the position are no frame, and the log has not ended
     */
    int read(FrameWindow window, FrameKey key, int frameLimit, boolean atRest) {
        pause.beforePoll();
        int frames = 0;
        boolean foundEnd = false;
        while (frames < frameLimit && window.hasRoom()) {
            long word = next();
            if (word == 0) {
                foundEnd = true;
                window.skipTo(reader.position());
                break;
            }
            long framePosition = reader.position();
            long frameKey = key.of(reader.buffer(), reader.payloadOffset(), FrameLayout.length(word) - HEADER_LENGTH);
            reader.consume(word);
            frames++;
            window.add(framePosition, reader.position(), word, frameKey);
        }
        pause.afterPoll(frames, foundEnd);
        if (atRest && foundEnd) {
            sleeper.wakeKeeperIfStanding(reader);
        }
        return frames;
    }

    /** A damaged log that has ended seems empty: once all before it is done, the conductor leaves it out. */
    private long next() {
        try {
            return reader.next();
        } catch (CorruptLogException e) {
            if (damage.isSeenIn(e)) {
                return 0;
            }
            throw e;
        }
    }
}
