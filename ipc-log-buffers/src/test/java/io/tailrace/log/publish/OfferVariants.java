/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log.publish;

import static io.tailrace.log.FrameLayout.HEADER_LENGTH;
import static io.tailrace.log.FrameLayout.align;

import io.tailrace.log.FrameLayout;
import io.tailrace.memory.BufferVector;
import io.tailrace.memory.MappedBuffer;
import java.util.Arrays;
import java.util.Random;

/** All ways to offer, chosen and cut at random; accepted messages go to the model. */
public final class OfferVariants {
    /** Random bytes to cut messages from; some of them look like headers. */
    private static final byte[] POOL = new byte[64 * 1024];

    static {
        Random random = new Random(1);
        random.nextBytes(POOL);
        MappedBuffer pool = MappedBuffer.of(POOL);
        for (int offset = 0; offset < POOL.length; offset += 8 * (1 + random.nextInt(16))) {
            int length = random.nextInt(400) - 200;
            pool.putLong(offset, FrameLayout.header(length, FrameLayout.TYPE_DATA, random.nextInt(4)));
        }
    }

    private OfferVariants() {}

    /** Receives the accepted messages. */
    public interface Sink {
        void accept(long position, byte[]... messages);
    }

    public static void offerOneOf(Appender appender, Random random, int minLength, Sink sink) {
        byte[] message = randomMessage(random, minLength, appender.maxMessageLength());
        switch (random.nextInt(6)) {
            case 0 -> expect(appender.offer(embedded(message, random), 3, message.length), sink, message);
            case 1 -> expect(offerTwoParts(appender, random, message), sink, message);
            case 2 -> offerBatch(appender, random, minLength, sink);
            case 3 -> expect(appender.offer(message), sink, message);
            case 4 ->
                expect(
                        appender.offer(embedded(message, random)
                                .byteBuffer()
                                .limit(3 + message.length)
                                .position(3)),
                        sink,
                        message);
            default -> expect(claimAndCommit(appender, message), sink, message);
        }
    }

    /** Log-uniform, so from 0: as many messages of 1 byte as from 4,096 to 8,191. */
    public static byte[] randomMessage(Random random, int minLength, int maxLength) {
        double least = Math.log(Math.min(minLength, maxLength) + 1.0);
        int length = (int) Math.exp(least + random.nextDouble() * (Math.log(maxLength + 1.9) - least)) - 1;
        int offset = random.nextInt(POOL.length - length);
        return Arrays.copyOfRange(POOL, offset, offset + length);
    }

    private static void expect(long end, Sink sink, byte[]... messages) {
        if (end >= 0) {
            sink.accept(end - alignedLength(messages), messages);
        }
    }

    public static int alignedLength(byte[]... messages) {
        int length = 0;
        for (byte[] message : messages) {
            length += align(HEADER_LENGTH + message.length);
        }
        return length;
    }

    private static MappedBuffer embedded(byte[] message, Random random) {
        byte[] surroundings = randomMessageOf(random, message.length + 10);
        System.arraycopy(message, 0, surroundings, 3, message.length);
        return MappedBuffer.of(surroundings);
    }

    private static byte[] randomMessageOf(Random random, int length) {
        int offset = random.nextInt(POOL.length - length);
        return Arrays.copyOfRange(POOL, offset, offset + length);
    }

    private static long offerTwoParts(Appender appender, Random random, byte[] message) {
        int cut = random.nextInt(message.length + 1);
        MappedBuffer source = embedded(message, random);
        return appender.offer(source, 3, cut, source, 3 + cut, message.length - cut);
    }

    private static void offerBatch(Appender appender, Random random, int minLength, Sink sink) {
        byte[][] messages = randomBatch(random, minLength, appender.maxMessageLength());
        BufferVector[] batch = new BufferVector[messages.length];
        for (int i = 0; i < messages.length; i++) {
            batch[i] = new BufferVector().reset(MappedBuffer.of(messages[i]), 0, messages[i].length);
        }
        expect(appender.offerBatch(batch, batch.length), sink, messages);
    }

    public static byte[][] randomBatch(Random random, int minLength, int maxLength) {
        byte[][] messages = new byte[1 + random.nextInt(4)][];
        for (int i = 0; i < messages.length; i++) {
            messages[i] = randomMessage(random, minLength, maxLength / messages.length - 2 * HEADER_LENGTH);
        }
        return messages;
    }

    private static long claimAndCommit(Appender appender, byte[] message) {
        int frameLength = HEADER_LENGTH + message.length;
        long position = appender.claimToHold(align(frameLength));
        if (position < 0) {
            return position;
        }
        appender.log().term(position).putBytes(appender.log().offset(position) + HEADER_LENGTH, message);
        appender.commitHeld(position, frameLength);
        return position + align(frameLength);
    }
}
