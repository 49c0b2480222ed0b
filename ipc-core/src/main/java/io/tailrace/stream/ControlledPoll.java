/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.stream;

import static io.tailrace.log.FrameLayout.HEADER_LENGTH;

import io.tailrace.ControlledFrameHandler;
import io.tailrace.ControlledFrameHandler.Action;
import io.tailrace.events.Events;
import io.tailrace.log.FrameLayout;
import io.tailrace.log.read.DroppingReader;
import io.tailrace.log.read.FrameReader;
import io.tailrace.memory.MappedBuffer;

/** The poll of an image whose handler controls how it continues. Used by the thread inside the image. */
final class ControlledPoll {
    private ControlledPoll() {}

    static int inside(LogImage image, ControlledFrameHandler handler, int frameLimit, long boundPosition) {
        FrameReader reader = image.reader;
        int frames = 0;
        boolean caughtUp = false;
        Action action = Action.CONTINUE;
        Events.HandlerRun run = Events.beginHandlers();
        try {
            image.readInPlaceIfJoined();
            while (frames < frameLimit && !caughtUp && action != Action.BREAK && !image.isClosedNow()) {
                long word = image.next();
                caughtUp = word == 0;
                if (caughtUp || reader.position() >= boundPosition) {
                    break;
                }
                DroppingReader dropping = image.dropping;
                MappedBuffer buffer = dropping == null ? reader.buffer() : dropping.buffer();
                int offset = dropping == null ? reader.payloadOffset() : 0;
                long framePosition = reader.position();
                image.header.wrap(word, framePosition);
                reader.consume(word);
                frames++; // As in a poll, even if the handler throws.
                action = handler.onFrame(buffer, offset, FrameLayout.length(word) - HEADER_LENGTH, image.header);
                if (action == Action.ABORT) {
                    reader.seek(framePosition);
                    frames--;
                    break;
                }
                if (action == Action.COMMIT) {
                    image.publishPosition(reader.position(), image.messages + frames);
                }
                caughtUp = frames == 1 && action != Action.BREAK && image.pause.looksAway();
            }
        } finally {
            image.publishRead(frames);
            image.pause.afterPoll(frames, caughtUp);
            image.header.ended(run, frames);
        }
        return frames;
    }
}
