/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import io.tailrace.FrameHandler;
import io.tailrace.Header;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;

/** Keeps the messages that it receives. */
final class Recorder implements FrameHandler {
    /** One message, with the values of its header. */
    @SuppressWarnings("ArrayRecordComponent")
    record Frame(byte[] bytes, long position, long publisherId, String stream) {}

    private final List<Frame> frames = new ArrayList<>();

    @Override
    public void onFrame(DirectBuffer buffer, int offset, int length, Header header) {
        byte[] bytes = new byte[length];
        buffer.getBytes(offset, bytes);
        frames.add(new Frame(bytes, header.position(), header.publisherId(), header.stream()));
    }

    List<Frame> frames() {
        return frames;
    }

    byte[] bytes(int index) {
        return frames.get(index).bytes;
    }

    List<String> texts() {
        return frames.stream()
                .map(frame -> new String(frame.bytes, StandardCharsets.UTF_8))
                .toList();
    }

    int count() {
        return frames.size();
    }
}
