/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace;

import static io.tailrace.log.FrameLayout.HEADER_LENGTH;

import io.tailrace.dispatch.FrameKey;
import io.tailrace.dispatch.FrameWindow;
import io.tailrace.log.CatchUpPause;
import io.tailrace.log.FrameLayout;
import io.tailrace.log.MessageReader;

/** Reads an image for the dispatch that has it. One thread at a time, each having seen what the one before it did. */
final class DispatchReader {
    private final MessageReader reader;
    private final CatchUpPause pause;
    private final NamedSleeper sleeper;

    DispatchReader(MessageReader reader, CatchUpPause pause, NamedSleeper sleeper) {
        this.reader = reader;
        this.pause = pause;
        this.sleeper = sleeper;
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
     * @throws io.tailrace.memory.CorruptLogException if the bytes at the position are no frame
     */
    int read(FrameWindow window, FrameKey key, int frameLimit, boolean atRest) {
        pause.beforePoll();
        int frames = 0;
        boolean foundEnd = false;
        while (frames < frameLimit && window.hasRoom()) {
            long word = reader.next();
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
}
