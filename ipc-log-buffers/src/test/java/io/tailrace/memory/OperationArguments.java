/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.memory;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.util.HexFormat;
import java.util.Random;
import org.agrona.concurrent.AtomicBuffer;

/** Arguments of {@link BufferOperations}, drawn from a random source. */
final class OperationArguments {
    private static final String[] TEXTS = {
        null, "", "a", "Grüße, 世界", "ascii only", "lone \ud800 surrogate", "x\u007f\u0080y"
    };

    private OperationArguments() {}

    /** Runs an operation without a result; its return is the result. */
    static Object run(Runnable action) {
        action.run();
        return "done";
    }

    /** An index at which {@code length} bytes fit, or one just outside, or a wild one. */
    static int index(AtomicBuffer buffer, Random random, int length) {
        return switch (random.nextInt(24)) {
            case 0 -> -1 - random.nextInt(10);
            case 1 -> buffer.capacity() - length + 1 + random.nextInt(10);
            case 2 -> Integer.MAX_VALUE - random.nextInt(10);
            case 3 -> Integer.MIN_VALUE + random.nextInt(10);
            case 4 -> buffer.capacity() - length;
            default -> random.nextInt(buffer.capacity() - length + 1);
        };
    }

    /** As {@link #index}, aligned to the size of the value. */
    static int aligned(AtomicBuffer buffer, Random random, int size) {
        int roundUp = random.nextBoolean() ? size - 1 : 0;
        return (index(buffer, random, size) + roundUp) & -size;
    }

    /** A length below 40, or seldom a negative or far too great one. */
    static int length(Random random) {
        return switch (random.nextInt(24)) {
            case 0 -> -1 - random.nextInt(3);
            case 1 -> Integer.MAX_VALUE - random.nextInt(8);
            case 2 -> 300;
            default -> random.nextInt(40);
        };
    }

    static ByteOrder order(Random random) {
        return random.nextBoolean() ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
    }

    static byte[] bytes(Random random, int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    /** A ByteBuffer of this content with a position and limit of some kind, on the heap with an array offset. */
    static ByteBuffer byteBuffer(boolean direct, Random random, byte[] content) {
        ByteBuffer memory =
                direct ? ByteBuffer.allocateDirect(content.length + 5) : ByteBuffer.allocate(content.length + 5);
        ByteBuffer buffer = memory.slice(5, content.length).put(0, content);
        return buffer.limit(content.length - random.nextInt(9)).position(random.nextInt(9));
    }

    static String content(ByteBuffer buffer) {
        byte[] content = new byte[buffer.capacity()];
        buffer.duplicate().clear().get(content);
        return HexFormat.of().formatHex(content);
    }

    static String text(Random random) {
        return TEXTS[random.nextInt(TEXTS.length)];
    }

    static CharSequence chars(Random random) {
        String text = text(random);
        return text == null ? null : CharBuffer.wrap(text);
    }

    /** An index at which a text with its length was just put, or seldom one without such a text. */
    static int textAt(AtomicBuffer buffer, Random random, ByteOrder order) {
        int index = index(buffer, random, 40);
        if (random.nextInt(6) > 0) {
            byte[] text = bytes(random, random.nextInt(30));
            buffer.putInt(index, text.length, order);
            buffer.putBytes(index + Integer.BYTES, text);
        }
        return index;
    }

    /** An index at which some digits were just put, perhaps with a sign or another character among them. */
    static int numberAt(AtomicBuffer buffer, Random random, int count) {
        int index = index(buffer, random, count);
        byte[] digits = new byte[count];
        for (int i = 0; i < count; i++) {
            digits[i] = (byte) ('0' + random.nextInt(10));
        }
        if (random.nextInt(4) == 0) {
            digits[0] = '-';
        }
        if (random.nextInt(4) == 0) {
            digits[random.nextInt(count)] = (byte) random.nextInt();
        }
        buffer.putBytes(index, digits);
        return index;
    }

    /** An int of any number of digits, often at the ends of the range. */
    static int anInt(Random random) {
        return switch (random.nextInt(8)) {
            case 0 -> 0;
            case 1 -> Integer.MIN_VALUE + random.nextInt(2);
            case 2 -> Integer.MAX_VALUE;
            default -> random.nextInt() >> random.nextInt(32);
        };
    }

    /** A long of any number of digits, often at the ends of the range. */
    static long aLong(Random random) {
        return switch (random.nextInt(8)) {
            case 0 -> 0;
            case 1 -> Long.MIN_VALUE + random.nextInt(2);
            case 2 -> Long.MAX_VALUE;
            default -> random.nextLong() >> random.nextInt(64);
        };
    }
}
