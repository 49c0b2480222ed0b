/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log;

import static io.tailrace.log.FrameLayout.HEADER_LENGTH;
import static io.tailrace.log.FrameLayout.align;

import io.tailrace.memory.MappedBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** All ways to offer, chosen and cut at random; what was accepted goes to the model. */
final class OfferVariants {
    private OfferVariants() {}

    static void offerOneOf(Appender appender, Random random, List<byte[]> model) {
        byte[] message = new byte[randomLength(random, appender.maxMessageLength())];
        random.nextBytes(message);
        switch (random.nextInt(5)) {
            case 0 -> expect(appender.offer(embedded(message, random), 3, message.length), model, message);
            case 1 -> expect(offerTwoParts(appender, random, message), model, message);
            case 2 -> expect(appender.offer(parts(message, random)), model, message);
            case 3 -> offerBatch(appender, random, model);
            default -> expect(claimAndCommit(appender, message), model, message);
        }
    }

    /** Log-uniform: as many messages from 1 to 2 bytes as from 4,096 to 8,192, and some empty ones. */
    static int randomLength(Random random, int max) {
        return (int) Math.exp(random.nextDouble() * Math.log(max + 1.0)) - (random.nextInt(10) == 0 ? 1 : 0);
    }

    private static void expect(long position, List<byte[]> model, byte[]... messages) {
        if (position >= 0) {
            model.addAll(Arrays.asList(messages));
        }
    }

    private static MappedBuffer embedded(byte[] message, Random random) {
        byte[] surroundings = new byte[message.length + 10];
        random.nextBytes(surroundings);
        System.arraycopy(message, 0, surroundings, 3, message.length);
        return MappedBuffer.of(surroundings);
    }

    private static long offerTwoParts(Appender appender, Random random, byte[] message) {
        int cut = random.nextInt(message.length + 1);
        MappedBuffer source = embedded(message, random);
        return appender.offer(source, 3, cut, source, 3 + cut, message.length - cut);
    }

    private static BufferVector[] parts(byte[] message, Random random) {
        BufferVector[] parts = new BufferVector[1 + random.nextInt(5)];
        MappedBuffer source = embedded(message, random);
        int offset = 0;
        for (int i = 0; i < parts.length; i++) {
            int rest = message.length - offset;
            int length = i == parts.length - 1 ? rest : random.nextInt(rest + 1);
            parts[i] = new BufferVector().reset(source, 3 + offset, length);
            offset += length;
        }
        return parts;
    }

    private static void offerBatch(Appender appender, Random random, List<byte[]> model) {
        byte[][] messages = new byte[1 + random.nextInt(4)][];
        BufferVector[] batch = new BufferVector[messages.length];
        for (int i = 0; i < messages.length; i++) {
            messages[i] =
                    new byte[randomLength(random, appender.maxMessageLength() / messages.length - 2 * HEADER_LENGTH)];
            random.nextBytes(messages[i]);
            batch[i] = new BufferVector().reset(MappedBuffer.of(messages[i]), 0, messages[i].length);
        }
        expect(appender.offerBatch(batch, batch.length), model, messages);
    }

    private static long claimAndCommit(Appender appender, byte[] message) {
        int frameLength = HEADER_LENGTH + message.length;
        long position = appender.claimToHold(align(frameLength));
        if (position >= 0) {
            appender.log().term(position).putBytes(appender.log().offset(position) + HEADER_LENGTH, message);
            appender.commitHeld(position, frameLength);
        }
        return position;
    }
}
