/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.memory;

import static io.tailrace.memory.OperationArguments.aLong;
import static io.tailrace.memory.OperationArguments.aligned;
import static io.tailrace.memory.OperationArguments.anInt;
import static io.tailrace.memory.OperationArguments.byteBuffer;
import static io.tailrace.memory.OperationArguments.bytes;
import static io.tailrace.memory.OperationArguments.chars;
import static io.tailrace.memory.OperationArguments.content;
import static io.tailrace.memory.OperationArguments.index;
import static io.tailrace.memory.OperationArguments.length;
import static io.tailrace.memory.OperationArguments.numberAt;
import static io.tailrace.memory.OperationArguments.order;
import static io.tailrace.memory.OperationArguments.run;
import static io.tailrace.memory.OperationArguments.text;
import static io.tailrace.memory.OperationArguments.textAt;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.concurrent.AtomicBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Every operation of a buffer by name, each with arguments drawn from a random source: the same source gives the same
 * operation. Indexes and lengths are mostly inside the buffer, sometimes just outside, sometimes wild.
 */
final class BufferOperations {
    /** Performs an operation on a buffer and returns its visible result, apart from the content of the buffer. */
    interface Operation {
        Object apply(AtomicBuffer buffer, Random random) throws Exception;
    }

    private static final int TEXT_LENGTH_MAX = 24;

    private final Map<String, Operation> operations = new LinkedHashMap<>();

    private BufferOperations() {}

    static Map<String, Operation> plain() {
        BufferOperations all = new BufferOperations();
        all.addValues();
        all.addBlocks();
        all.addStrings();
        all.addNumbers();
        all.addWholeBuffer();
        return all.operations;
    }

    /** The operations with a memory order, at aligned indexes. */
    static Map<String, Operation> ordered() {
        BufferOperations all = new BufferOperations();
        all.addOrderedLongs();
        all.addOrderedInts();
        all.addOrderedSmallValues();
        return all.operations;
    }

    private void addValues() {
        add("getLong", (b, r) -> b.getLong(index(b, r, 8)));
        add("putLong", (b, r) -> run(() -> b.putLong(index(b, r, 8), r.nextLong())));
        add("getLong order", (b, r) -> b.getLong(index(b, r, 8), order(r)));
        add("putLong order", (b, r) -> run(() -> b.putLong(index(b, r, 8), r.nextLong(), order(r))));
        add("getInt", (b, r) -> b.getInt(index(b, r, 4)));
        add("putInt", (b, r) -> run(() -> b.putInt(index(b, r, 4), r.nextInt())));
        add("getInt order", (b, r) -> b.getInt(index(b, r, 4), order(r)));
        add("putInt order", (b, r) -> run(() -> b.putInt(index(b, r, 4), r.nextInt(), order(r))));
        add("getShort", (b, r) -> b.getShort(index(b, r, 2)));
        add("putShort", (b, r) -> run(() -> b.putShort(index(b, r, 2), (short) r.nextInt())));
        add("getShort order", (b, r) -> b.getShort(index(b, r, 2), order(r)));
        add("putShort order", (b, r) -> run(() -> b.putShort(index(b, r, 2), (short) r.nextInt(), order(r))));
        add("getChar", (b, r) -> b.getChar(index(b, r, 2)));
        add("putChar", (b, r) -> run(() -> b.putChar(index(b, r, 2), (char) r.nextInt())));
        add("getChar order", (b, r) -> b.getChar(index(b, r, 2), order(r)));
        add("putChar order", (b, r) -> run(() -> b.putChar(index(b, r, 2), (char) r.nextInt(), order(r))));
        add("getByte", (b, r) -> b.getByte(index(b, r, 1)));
        add("putByte", (b, r) -> run(() -> b.putByte(index(b, r, 1), (byte) r.nextInt())));
        add("getDouble", (b, r) -> Double.doubleToRawLongBits(b.getDouble(index(b, r, 8))));
        add("putDouble", (b, r) -> run(() -> b.putDouble(index(b, r, 8), r.nextGaussian())));
        add("getDouble order", (b, r) -> Double.doubleToRawLongBits(b.getDouble(index(b, r, 8), order(r))));
        add("putDouble order", (b, r) -> run(() -> b.putDouble(index(b, r, 8), r.nextGaussian(), order(r))));
        add("getFloat", (b, r) -> Float.floatToRawIntBits(b.getFloat(index(b, r, 4))));
        add("putFloat", (b, r) -> run(() -> b.putFloat(index(b, r, 4), r.nextFloat())));
        add("getFloat order", (b, r) -> Float.floatToRawIntBits(b.getFloat(index(b, r, 4), order(r))));
        add("putFloat order", (b, r) -> run(() -> b.putFloat(index(b, r, 4), r.nextFloat(), order(r))));
    }

    private void addBlocks() {
        add("setMemory", (b, r) -> run(() -> b.setMemory(index(b, r, 40), length(r), (byte) r.nextInt(3))));
        add("getBytes array", (b, r) -> {
            byte[] dst = new byte[r.nextInt(TEXT_LENGTH_MAX)];
            b.getBytes(index(b, r, dst.length), dst);
            return Arrays.toString(dst);
        });
        add("getBytes array part", (b, r) -> {
            byte[] dst = new byte[40];
            b.getBytes(index(b, r, 40), dst, r.nextInt(9), length(r));
            return Arrays.toString(dst);
        });
        add("putBytes array", (b, r) -> {
            byte[] src = bytes(r, r.nextInt(TEXT_LENGTH_MAX));
            return run(() -> b.putBytes(index(b, r, src.length), src));
        });
        add("putBytes array part", (b, r) -> {
            byte[] src = bytes(r, 40);
            return run(() -> b.putBytes(index(b, r, 40), src, r.nextInt(9), length(r)));
        });
        for (boolean direct : new boolean[] {false, true}) {
            addByteBufferBlocks(direct);
        }
        add("getBytes buffer", (b, r) -> {
            UnsafeBuffer dst = new UnsafeBuffer(new byte[48]);
            b.getBytes(index(b, r, 40), dst, r.nextInt(12), length(r));
            return dst;
        });
        add("putBytes buffer", (b, r) -> {
            UnsafeBuffer src = new UnsafeBuffer(bytes(r, 64), 16, 48);
            return run(() -> b.putBytes(index(b, r, 40), src, r.nextInt(12), length(r)));
        });
        add("putBytes expandable", (b, r) -> {
            ExpandableArrayBuffer src = new ExpandableArrayBuffer(40);
            src.putBytes(0, bytes(r, 40));
            return run(() -> b.putBytes(index(b, r, 40), src, r.nextInt(4), length(r)));
        });
        add("putBytes itself", (b, r) -> {
            int from = index(b, r, 40);
            return run(() -> b.putBytes(from + r.nextInt(21) - 10, b, from, length(r)));
        });
    }

    private void addByteBufferBlocks(boolean direct) {
        add("getBytes ByteBuffer " + direct, (b, r) -> {
            ByteBuffer dst = byteBuffer(direct, r, new byte[48]);
            b.getBytes(index(b, r, 40), dst, length(r));
            return dst.position() + " " + content(dst);
        });
        add("getBytes ByteBuffer part " + direct, (b, r) -> {
            ByteBuffer dst = byteBuffer(direct, r, new byte[48]);
            b.getBytes(index(b, r, 40), dst, r.nextInt(12), length(r));
            return dst.position() + " " + content(dst);
        });
        add("putBytes ByteBuffer " + direct, (b, r) -> {
            ByteBuffer src = byteBuffer(direct, r, bytes(r, 48));
            b.putBytes(index(b, r, 40), src, length(r));
            return src.position();
        });
        add("putBytes ByteBuffer part " + direct, (b, r) -> {
            ByteBuffer src = byteBuffer(direct, r, bytes(r, 48));
            b.putBytes(index(b, r, 40), src, r.nextInt(12), length(r));
            return src.position();
        });
    }

    private void addStrings() {
        add("getStringAscii", (b, r) -> b.getStringAscii(textAt(b, r, ByteOrder.nativeOrder())));
        add("getStringAscii order", (b, r) -> {
            ByteOrder order = order(r);
            return b.getStringAscii(textAt(b, r, order), order);
        });
        add("getStringAscii length", (b, r) -> b.getStringAscii(index(b, r, 30), length(r)));
        add("getStringAscii appendable", (b, r) -> {
            StringBuilder text = new StringBuilder();
            return b.getStringAscii(textAt(b, r, ByteOrder.nativeOrder()), text) + text.toString();
        });
        add("getStringAscii appendable order", (b, r) -> {
            StringBuilder text = new StringBuilder();
            ByteOrder order = order(r);
            return b.getStringAscii(textAt(b, r, order), text, order) + text.toString();
        });
        add("getStringAscii length appendable", (b, r) -> {
            StringBuilder text = new StringBuilder();
            return b.getStringAscii(index(b, r, 30), r.nextInt(30), text) + text.toString();
        });
        add("getStringWithoutLengthAscii", (b, r) -> b.getStringWithoutLengthAscii(index(b, r, 30), length(r)));
        add("getStringWithoutLengthAscii appendable", (b, r) -> {
            StringBuilder text = new StringBuilder();
            return b.getStringWithoutLengthAscii(index(b, r, 30), length(r), text) + text.toString();
        });
        add("putStringAscii", (b, r) -> b.putStringAscii(index(b, r, 30), text(r)));
        add("putStringAscii chars", (b, r) -> b.putStringAscii(index(b, r, 30), chars(r)));
        add("putStringAscii order", (b, r) -> b.putStringAscii(index(b, r, 30), text(r), order(r)));
        add("putStringAscii chars order", (b, r) -> b.putStringAscii(index(b, r, 30), chars(r), order(r)));
        add("putStringWithoutLengthAscii", (b, r) -> b.putStringWithoutLengthAscii(index(b, r, 30), text(r)));
        add("putStringWithoutLengthAscii chars", (b, r) -> b.putStringWithoutLengthAscii(index(b, r, 30), chars(r)));
        add(
                "putStringWithoutLengthAscii part",
                (b, r) -> b.putStringWithoutLengthAscii(index(b, r, 9), "some text", r.nextInt(9), r.nextInt(12)));
        add(
                "putStringWithoutLengthAscii chars part",
                (b, r) -> b.putStringWithoutLengthAscii(
                        index(b, r, 9), CharBuffer.wrap("some text"), r.nextInt(9), r.nextInt(12)));
        add("getStringUtf8", (b, r) -> b.getStringUtf8(textAt(b, r, ByteOrder.nativeOrder())));
        add("getStringUtf8 order", (b, r) -> {
            ByteOrder order = order(r);
            return b.getStringUtf8(textAt(b, r, order), order);
        });
        add("getStringUtf8 length", (b, r) -> b.getStringUtf8(index(b, r, 30), length(r)));
        add("getStringWithoutLengthUtf8", (b, r) -> b.getStringWithoutLengthUtf8(index(b, r, 30), length(r)));
        add("putStringUtf8", (b, r) -> b.putStringUtf8(index(b, r, 60), text(r)));
        add("putStringUtf8 order", (b, r) -> b.putStringUtf8(index(b, r, 60), text(r), order(r)));
        add("putStringUtf8 max", (b, r) -> b.putStringUtf8(index(b, r, 60), text(r), r.nextInt(40)));
        add("putStringUtf8 order max", (b, r) -> b.putStringUtf8(index(b, r, 60), text(r), order(r), r.nextInt(40)));
        add("putStringWithoutLengthUtf8", (b, r) -> b.putStringWithoutLengthUtf8(index(b, r, 60), text(r)));
    }

    private void addNumbers() {
        add("parseNaturalIntAscii", (b, r) -> b.parseNaturalIntAscii(numberAt(b, r, 11), 1 + r.nextInt(11)));
        add("parseNaturalLongAscii", (b, r) -> b.parseNaturalLongAscii(numberAt(b, r, 20), 1 + r.nextInt(20)));
        add("parseIntAscii", (b, r) -> b.parseIntAscii(numberAt(b, r, 11), 1 + r.nextInt(11)));
        add("parseLongAscii", (b, r) -> b.parseLongAscii(numberAt(b, r, 20), 1 + r.nextInt(20)));
        add("parseIntAscii length", (b, r) -> b.parseIntAscii(index(b, r, 11), r.nextInt(5) - 3));
        add("parse an int", (b, r) -> {
            String text = Integer.toString(anInt(r));
            b.putStringWithoutLengthAscii(8, text);
            return b.parseIntAscii(8, text.length());
        });
        add("parse a long", (b, r) -> {
            String text = Long.toString(aLong(r));
            b.putStringWithoutLengthAscii(8, text);
            return b.parseLongAscii(8, text.length());
        });
        add("parse a natural int", (b, r) -> {
            String text = Integer.toString(anInt(r));
            b.putStringWithoutLengthAscii(8, text);
            return b.parseNaturalIntAscii(8, text.length());
        });
        add("parse a natural long", (b, r) -> {
            String text = Long.toString(aLong(r));
            b.putStringWithoutLengthAscii(8, text);
            return b.parseNaturalLongAscii(8, text.length());
        });
        add("putIntAscii", (b, r) -> b.putIntAscii(index(b, r, 11), anInt(r)));
        add("putLongAscii", (b, r) -> b.putLongAscii(index(b, r, 20), aLong(r)));
        add("putNaturalIntAscii", (b, r) -> b.putNaturalIntAscii(index(b, r, 10), anInt(r) & Integer.MAX_VALUE));
        add("putNaturalLongAscii", (b, r) -> b.putNaturalLongAscii(index(b, r, 19), aLong(r) & Long.MAX_VALUE));
        add(
                "putNaturalIntAsciiFromEnd",
                (b, r) -> b.putNaturalIntAsciiFromEnd(anInt(r) & Integer.MAX_VALUE, 10 + index(b, r, 10)));
        add(
                "putNaturalPaddedIntAscii",
                (b, r) -> run(() ->
                        b.putNaturalPaddedIntAscii(index(b, r, 10), r.nextInt(12), anInt(r) & Integer.MAX_VALUE)));
    }

    private void addWholeBuffer() {
        add("capacity", (b, r) -> b.capacity());
        add("isExpandable", (b, r) -> b.isExpandable());
        add("checkLimit", (b, r) -> run(() -> b.checkLimit(b.capacity() + r.nextInt(5) - 2)));
        add("boundsCheck", (b, r) -> run(() -> b.boundsCheck(index(b, r, 40), length(r))));
        add("compareTo", (b, r) -> {
            byte[] other = new byte[Math.max(0, b.capacity() + r.nextInt(3) - 1)];
            b.getBytes(0, other, 0, Math.min(other.length, b.capacity()));
            other[r.nextInt(other.length)] += (byte) (r.nextInt(3) - 1);
            return Integer.signum(b.compareTo(new UnsafeBuffer(other)));
        });
        add("hashCode", (b, r) -> b.hashCode());
    }

    private void addOrderedLongs() {
        add("getLongOpaque", (b, r) -> b.getLongOpaque(aligned(b, r, 8)));
        add("getLongAcquire", (b, r) -> b.getLongAcquire(aligned(b, r, 8)));
        add("getLongVolatile", (b, r) -> b.getLongVolatile(aligned(b, r, 8)));
        add("putLongOpaque", (b, r) -> run(() -> b.putLongOpaque(aligned(b, r, 8), r.nextLong())));
        add("putLongRelease", (b, r) -> run(() -> b.putLongRelease(aligned(b, r, 8), r.nextLong())));
        add("putLongOrdered", (b, r) -> run(() -> b.putLongOrdered(aligned(b, r, 8), r.nextLong())));
        add("putLongVolatile", (b, r) -> run(() -> b.putLongVolatile(aligned(b, r, 8), r.nextLong())));
        add("getAndAddLong", (b, r) -> b.getAndAddLong(aligned(b, r, 8), r.nextLong()));
        add("getAndSetLong", (b, r) -> b.getAndSetLong(aligned(b, r, 8), r.nextLong()));
        add("addLongOpaque", (b, r) -> b.addLongOpaque(aligned(b, r, 8), r.nextLong()));
        add("addLongRelease", (b, r) -> b.addLongRelease(aligned(b, r, 8), r.nextLong()));
        add("addLongOrdered", (b, r) -> b.addLongOrdered(aligned(b, r, 8), r.nextLong()));
        add("compareAndSetLong", (b, r) -> {
            int index = aligned(b, r, 8);
            return b.compareAndSetLong(index, b.getLong(index) + r.nextInt(2), r.nextLong());
        });
        add("compareAndExchangeLong", (b, r) -> {
            int index = aligned(b, r, 8);
            return b.compareAndExchangeLong(index, b.getLong(index) + r.nextInt(2), r.nextLong());
        });
    }

    private void addOrderedInts() {
        add("getIntOpaque", (b, r) -> b.getIntOpaque(aligned(b, r, 4)));
        add("getIntAcquire", (b, r) -> b.getIntAcquire(aligned(b, r, 4)));
        add("getIntVolatile", (b, r) -> b.getIntVolatile(aligned(b, r, 4)));
        add("putIntOpaque", (b, r) -> run(() -> b.putIntOpaque(aligned(b, r, 4), r.nextInt())));
        add("putIntRelease", (b, r) -> run(() -> b.putIntRelease(aligned(b, r, 4), r.nextInt())));
        add("putIntOrdered", (b, r) -> run(() -> b.putIntOrdered(aligned(b, r, 4), r.nextInt())));
        add("putIntVolatile", (b, r) -> run(() -> b.putIntVolatile(aligned(b, r, 4), r.nextInt())));
        add("getAndAddInt", (b, r) -> b.getAndAddInt(aligned(b, r, 4), r.nextInt()));
        add("getAndSetInt", (b, r) -> b.getAndSetInt(aligned(b, r, 4), r.nextInt()));
        add("addIntOpaque", (b, r) -> b.addIntOpaque(aligned(b, r, 4), r.nextInt()));
        add("addIntRelease", (b, r) -> b.addIntRelease(aligned(b, r, 4), r.nextInt()));
        add("addIntOrdered", (b, r) -> b.addIntOrdered(aligned(b, r, 4), r.nextInt()));
        add("compareAndSetInt", (b, r) -> {
            int index = aligned(b, r, 4);
            return b.compareAndSetInt(index, b.getInt(index) + r.nextInt(2), r.nextInt());
        });
        add("compareAndExchangeInt", (b, r) -> {
            int index = aligned(b, r, 4);
            return b.compareAndExchangeInt(index, b.getInt(index) + r.nextInt(2), r.nextInt());
        });
    }

    private void addOrderedSmallValues() {
        add("getShortVolatile", (b, r) -> b.getShortVolatile(aligned(b, r, 2)));
        add("putShortVolatile", (b, r) -> run(() -> b.putShortVolatile(aligned(b, r, 2), (short) r.nextInt())));
        add("getCharVolatile", (b, r) -> b.getCharVolatile(aligned(b, r, 2)));
        add("putCharVolatile", (b, r) -> run(() -> b.putCharVolatile(aligned(b, r, 2), (char) r.nextInt())));
        add("getByteVolatile", (b, r) -> b.getByteVolatile(index(b, r, 1)));
        add("putByteVolatile", (b, r) -> run(() -> b.putByteVolatile(index(b, r, 1), (byte) r.nextInt())));
        add("verifyAlignment", (b, r) -> run(b::verifyAlignment));
    }

    private void add(String name, Operation operation) {
        if (operations.put(name, operation) != null) {
            throw new AssertionError("two operations of one name: " + name);
        }
    }
}
