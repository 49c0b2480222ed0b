/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.memory;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.agrona.AsciiEncoding.MINUS_SIGN;
import static org.agrona.AsciiEncoding.ZERO;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteOrder;
import org.agrona.AsciiEncoding;
import org.agrona.AsciiNumberFormatException;
import org.agrona.AsciiSequenceView;
import org.agrona.concurrent.AtomicBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The strings and the decimal numbers of an {@link AtomicBuffer}, written on its plain accesses.
 *
 * <p>None of it is on the data path, so it is written for size. It writes and accepts the same texts as Agrona's
 * buffers, including their quirks; a property test checks that.
 */
abstract sealed class TextAccess implements AtomicBuffer permits MappedBuffer {

    @Override
    public String getStringAscii(int index) {
        return getStringWithoutLengthAscii(index + STR_HEADER_LEN, getInt(index));
    }

    @Override
    public String getStringAscii(int index, ByteOrder byteOrder) {
        return getStringWithoutLengthAscii(index + STR_HEADER_LEN, getInt(index, byteOrder));
    }

    @Override
    public String getStringAscii(int index, int length) {
        return getStringWithoutLengthAscii(index + STR_HEADER_LEN, length);
    }

    @Override
    public int getStringAscii(int index, Appendable appendable) {
        return getStringWithoutLengthAscii(index + STR_HEADER_LEN, getInt(index), appendable);
    }

    @Override
    public int getStringAscii(int index, Appendable appendable, ByteOrder byteOrder) {
        return getStringWithoutLengthAscii(index + STR_HEADER_LEN, getInt(index, byteOrder), appendable);
    }

    @Override
    public int getStringAscii(int index, int length, Appendable appendable) {
        boundsCheck(index, STR_HEADER_LEN);
        return getStringWithoutLengthAscii(index + STR_HEADER_LEN, length, appendable);
    }

    @Override
    public String getStringWithoutLengthAscii(int index, int length) {
        return new String(copy(index, length), US_ASCII);
    }

    @Override
    public int getStringWithoutLengthAscii(int index, int length, Appendable appendable) {
        boundsCheck(index, length);
        try {
            for (int i = index; i < index + length; i++) {
                appendable.append(ascii((char) getByte(i)));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return length;
    }

    @Override
    public int putStringAscii(int index, @Nullable String value) {
        return putStringAscii(index, (CharSequence) value, ByteOrder.nativeOrder());
    }

    @Override
    public int putStringAscii(int index, @Nullable CharSequence value) {
        return putStringAscii(index, value, ByteOrder.nativeOrder());
    }

    @Override
    public int putStringAscii(int index, @Nullable String value, ByteOrder byteOrder) {
        return putStringAscii(index, (CharSequence) value, byteOrder);
    }

    @Override
    public int putStringAscii(int index, @Nullable CharSequence value, ByteOrder byteOrder) {
        int length = value == null ? 0 : value.length();
        boundsCheck(index, STR_HEADER_LEN + length);
        putInt(index, length, byteOrder);
        return STR_HEADER_LEN + putStringWithoutLengthAscii(index + STR_HEADER_LEN, value);
    }

    @Override
    public int putStringWithoutLengthAscii(int index, @Nullable String value) {
        return putStringWithoutLengthAscii(index, (CharSequence) value);
    }

    @Override
    public int putStringWithoutLengthAscii(int index, @Nullable CharSequence value) {
        return value == null ? 0 : putStringWithoutLengthAscii(index, value, 0, value.length());
    }

    @Override
    public int putStringWithoutLengthAscii(int index, @Nullable String value, int valueOffset, int length) {
        return putStringWithoutLengthAscii(index, (CharSequence) value, valueOffset, length);
    }

    @Override
    public int putStringWithoutLengthAscii(int index, @Nullable CharSequence value, int valueOffset, int length) {
        if (value == null) {
            return 0;
        }
        int count = Math.min(value.length() - valueOffset, length);
        boundsCheck(index, count);
        for (int i = 0; i < count; i++) {
            putByte(index + i, (byte) ascii(value.charAt(valueOffset + i)));
        }
        return count;
    }

    @Override
    public String getStringUtf8(int index) {
        return getStringWithoutLengthUtf8(index + STR_HEADER_LEN, getInt(index));
    }

    @Override
    public String getStringUtf8(int index, ByteOrder byteOrder) {
        return getStringWithoutLengthUtf8(index + STR_HEADER_LEN, getInt(index, byteOrder));
    }

    @Override
    public String getStringUtf8(int index, int length) {
        return getStringWithoutLengthUtf8(index + STR_HEADER_LEN, length);
    }

    @Override
    public String getStringWithoutLengthUtf8(int index, int length) {
        return new String(copy(index, length), UTF_8);
    }

    @Override
    public int putStringUtf8(int index, @Nullable String value) {
        return putStringUtf8(index, value, ByteOrder.nativeOrder(), Integer.MAX_VALUE);
    }

    @Override
    public int putStringUtf8(int index, @Nullable String value, ByteOrder byteOrder) {
        return putStringUtf8(index, value, byteOrder, Integer.MAX_VALUE);
    }

    @Override
    public int putStringUtf8(int index, @Nullable String value, int maxEncodedLength) {
        return putStringUtf8(index, value, ByteOrder.nativeOrder(), maxEncodedLength);
    }

    @Override
    public int putStringUtf8(int index, @Nullable String value, ByteOrder byteOrder, int maxEncodedLength) {
        byte[] text = utf8(value);
        if (text.length > maxEncodedLength) {
            throw new IllegalArgumentException(
                    "string too long: encodedLength=" + text.length + ", maxEncodedLength=" + maxEncodedLength);
        }
        boundsCheck(index, STR_HEADER_LEN + text.length);
        putInt(index, text.length, byteOrder);
        putBytes(index + STR_HEADER_LEN, text);
        return STR_HEADER_LEN + text.length;
    }

    @Override
    public int putStringWithoutLengthUtf8(int index, @Nullable String value) {
        byte[] text = utf8(value);
        putBytes(index, text);
        return text.length;
    }

    @Override
    public int parseNaturalIntAscii(int index, int length) {
        return AsciiEncoding.parseIntAscii(natural(index, length), 0, length);
    }

    @Override
    public long parseNaturalLongAscii(int index, int length) {
        return AsciiEncoding.parseLongAscii(natural(index, length), 0, length);
    }

    @Override
    public int parseIntAscii(int index, int length) {
        return AsciiEncoding.parseIntAscii(text(index, length), 0, length);
    }

    @Override
    public long parseLongAscii(int index, int length) {
        return AsciiEncoding.parseLongAscii(text(index, length), 0, length);
    }

    @Override
    public int putIntAscii(int index, int value) {
        return putLongAscii(index, value);
    }

    @Override
    public int putLongAscii(int index, long value) {
        if (value >= 0) {
            return putNaturalLongAscii(index, value);
        }
        if (value == Long.MIN_VALUE) {
            putBytes(index, AsciiEncoding.MIN_LONG_VALUE);
            return AsciiEncoding.MIN_LONG_VALUE.length;
        }
        boundsCheck(index, 1 + AsciiEncoding.digitCount(-value));
        putByte(index, MINUS_SIGN);
        return 1 + putNaturalLongAscii(index + 1, -value);
    }

    @Override
    public int putNaturalIntAscii(int index, int value) {
        return putNaturalLongAscii(index, value);
    }

    @Override
    public int putNaturalLongAscii(int index, long value) {
        int count = AsciiEncoding.digitCount(value);
        boundsCheck(index, count);
        putDigits(index, count, value);
        return count;
    }

    @Override
    public void putNaturalPaddedIntAscii(int offset, int length, int value) {
        boundsCheck(offset, length);
        if (putDigits(offset, length, value) != 0) {
            throw new NumberFormatException("number too long: value=" + value + ", length=" + length);
        }
    }

    /** Writes nothing for 0, as Agrona's buffers do. */
    @Override
    public int putNaturalIntAsciiFromEnd(int value, int endExclusive) {
        int count = AsciiEncoding.digitCount(value);
        boundsCheck(endExclusive - count, count);
        if (value == 0) {
            return endExclusive;
        }
        putDigits(endExclusive - count, count, value);
        return endExclusive - count;
    }

    /** Writes the last {@code count} digits of a natural number and returns what is left of it. */
    private long putDigits(int index, int count, long value) {
        long rest = value;
        for (int i = index + count - 1; i >= index; i--) {
            putByte(i, (byte) (ZERO + rest % 10));
            rest /= 10;
        }
        return rest;
    }

    private CharSequence natural(int index, int length) {
        CharSequence text = text(index, length);
        if (length > 0 && text.charAt(0) == MINUS_SIGN) {
            throw new AsciiNumberFormatException("natural number not readable: text=" + text);
        }
        return text;
    }

    private CharSequence text(int index, int length) {
        boundsCheck(index, length);
        return new AsciiSequenceView(this, index, length);
    }

    private byte[] copy(int index, int length) {
        boundsCheck(index, length);
        byte[] copy = new byte[length];
        getBytes(index, copy);
        return copy;
    }

    private static byte[] utf8(@Nullable String value) {
        return String.valueOf(value).getBytes(UTF_8);
    }

    private static char ascii(char c) {
        return c > 127 ? '?' : c;
    }
}
