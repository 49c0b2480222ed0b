/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import io.tailrace.Tailrace;
import io.tailrace.TailraceException;
import io.tailrace.client.Client;
import io.tailrace.log.FrameLayout;
import io.tailrace.log.LogMirror;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.stream.LogPublication;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;

/**
 * Publishes to a mirror, whose source has frames of one length, each with its position, and a padding at the end of
 * each term: {@code DIRECTORY STREAM BEGIN LEASE-MS}. So it knows the next frame at each position. On the line
 * {@code stop} on its standard input it leaves in good order; on {@code end} it first reports the end of the source.
 */
final class MirrorMain {
    static final int FRAME_LENGTH = 64;
    static final int PADDING_LENGTH = 12_288;
    static final int MESSAGES_LENGTH = Scene.TERM_LENGTH - PADDING_LENGTH;

    private static final int MAX_FRAMES = Scene.TERM_LENGTH / 8 / FRAME_LENGTH;
    private static final long PAUSE_NS = 50_000;
    private static final long RETRY_NS = 5_000_000;

    private MirrorMain() {}

    public static void main(String[] args) throws Exception {
        LogMirror origin = new LogMirror("alpha", 4711, Long.parseLong(args[3]) * 1_000_000);
        try (Tailrace client = connect(Path.of(args[0]))) {
            LogPublication mirror = add((Client) client, args[1], origin, Long.parseLong(args[2]));
            System.out.println("MIRROR " + mirror.position());
            BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            MappedBuffer block = MappedBuffer.allocate(MAX_FRAMES * FRAME_LENGTH);
            Random random = new Random(mirror.position());
            while (!input.ready()) {
                if (append(mirror, block, 1 + random.nextInt(MAX_FRAMES)) == -3) {
                    throw new IllegalStateException("closed: position=" + mirror.position());
                }
                LockSupport.parkNanos(PAUSE_NS);
            }
            if (input.readLine().equals("end")) {
                mirror.endSource(mirror.position());
            }
            System.out.println("LEFT " + mirror.position());
        }
    }

    private static Tailrace connect(Path directory) {
        while (true) {
            try {
                return Tailrace.connect(directory);
            } catch (TailraceException e) {
                System.out.println("REFUSED " + e.getMessage());
                LockSupport.parkNanos(RETRY_NS);
            }
        }
    }

    /** Retries: the driver may not know yet that the last publisher is dead, or may be dead itself. */
    private static LogPublication add(Client client, String stream, LogMirror origin, long begin) {
        while (true) {
            try {
                return client.addMirror(stream, origin, begin, Scene.TERM_LENGTH);
            } catch (TailraceException e) {
                System.out.println("REFUSED " + e.getMessage());
                LockSupport.parkNanos(RETRY_NS);
            }
        }
    }

    private static long append(LogPublication mirror, MappedBuffer block, int frames) {
        long position = mirror.position();
        int left = MESSAGES_LENGTH - (int) (position % Scene.TERM_LENGTH);
        if (left == 0) {
            return mirror.appendPadding(position, PADDING_LENGTH);
        }
        int length = Math.min(frames * FRAME_LENGTH, left);
        for (int at = 0; at < length; at += FRAME_LENGTH) {
            block.putLong(at, FrameLayout.header(FRAME_LENGTH, FrameLayout.TYPE_DATA, 33));
            for (int i = FrameLayout.HEADER_LENGTH; i < FRAME_LENGTH; i += Long.BYTES) {
                block.putLong(at + i, position + at);
            }
        }
        return mirror.appendBlock(block, 0, length, position);
    }
}
