/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log;

import io.tailrace.memory.MappedBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The layout of {@link LogMeta.Constants} in a meta file. */
final class LogConstants {
    private static final long NO_MIRROR = 0;
    /** The line for the beginning of an empty log. */
    private static final int[] BEGINNING = {
        LogLayout.TAIL_OFFSET,
        LogLayout.LIMIT_OFFSET,
        LogLayout.CLEAN_POSITION_OFFSET,
        LogLayout.CLEANING_TARGET_OFFSET,
        LogLayout.JOIN_POSITION_OFFSET
    };

    private LogConstants() {}

    /** Writes the constants of a new log, and its beginning. */
    static void write(LogMeta.Constants constants, MappedBuffer buffer) {
        byte[] stream = constants.stream().getBytes(StandardCharsets.UTF_8);
        buffer.putLong(LogLayout.LOG_ID_OFFSET, constants.logId());
        buffer.putInt(LogLayout.TERM_LENGTH_OFFSET, constants.termLength());
        buffer.putInt(LogLayout.KIND_OFFSET, constants.kind());
        buffer.putLong(LogLayout.WINDOW_OFFSET, constants.window());
        buffer.putLong(LogLayout.RESERVE_OFFSET, constants.reserve());
        buffer.putInt(LogLayout.STREAM_LENGTH_OFFSET, stream.length);
        buffer.putBytes(LogLayout.STREAM_OFFSET, stream);
        buffer.putLong(LogLayout.ASKED_RETAIN_NS_OFFSET, constants.askedRetainNs());
        buffer.putLong(LogLayout.BEGIN_POSITION_OFFSET, constants.beginPosition());
        buffer.putLong(LogLayout.END_POSITION_OFFSET, LogLayout.NONE);
        for (int field : BEGINNING) {
            buffer.putLong(field, constants.beginPosition());
        }
        LogMirror mirror = constants.mirror();
        if (mirror != null) {
            byte[] host = mirror.originHost().getBytes(StandardCharsets.UTF_8);
            buffer.putLong(LogLayout.ORIGIN_LOG_ID_OFFSET, mirror.originLogId());
            buffer.putLong(LogLayout.MIRROR_LEASE_NS_OFFSET, mirror.leaseNs());
            buffer.putInt(LogLayout.ORIGIN_HOST_LENGTH_OFFSET, host.length);
            buffer.putBytes(LogLayout.ORIGIN_HOST_OFFSET, host);
        }
    }

    /** @throws IllegalArgumentException if they contradict one another */
    static LogMeta.Constants read(MappedBuffer buffer) {
        int streamLength = buffer.getInt(LogLayout.STREAM_LENGTH_OFFSET);
        LogLayout.checkStreamLength(streamLength);
        return new LogMeta.Constants(
                buffer.getLong(LogLayout.LOG_ID_OFFSET),
                text(buffer, LogLayout.STREAM_OFFSET, streamLength),
                buffer.getInt(LogLayout.TERM_LENGTH_OFFSET),
                buffer.getInt(LogLayout.KIND_OFFSET),
                buffer.getLong(LogLayout.WINDOW_OFFSET),
                buffer.getLong(LogLayout.RESERVE_OFFSET),
                buffer.getLong(LogLayout.ASKED_RETAIN_NS_OFFSET),
                buffer.getLong(LogLayout.BEGIN_POSITION_OFFSET),
                readMirror(buffer));
    }

    private static @Nullable LogMirror readMirror(MappedBuffer buffer) {
        long originLogId = buffer.getLong(LogLayout.ORIGIN_LOG_ID_OFFSET);
        if (originLogId == NO_MIRROR) {
            return null;
        }
        int length = buffer.getInt(LogLayout.ORIGIN_HOST_LENGTH_OFFSET);
        if (length < 1 || length > LogMirror.MAX_HOST_LENGTH) {
            throw new IllegalArgumentException("name of a host out of range: originHostLength=" + length);
        }
        String host = text(buffer, LogLayout.ORIGIN_HOST_OFFSET, length);
        return new LogMirror(host, originLogId, buffer.getLong(LogLayout.MIRROR_LEASE_NS_OFFSET));
    }

    private static String text(MappedBuffer buffer, int offset, int length) {
        byte[] bytes = new byte[length];
        buffer.getBytes(offset, bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
