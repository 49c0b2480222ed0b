/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.bridge;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * How a bridge uses Aeron. Immutable, for any thread.
 *
 * @param directory the directory of a living external media driver of Aeron, or null (the default) for a driver that
 *     the bridge embeds
 * @param mtu the longest payload of a datagram, in bytes: a multiple of 32 from 64 to 65,504, or 0 for Aeron's default.
 *     Both ends and the network between them must let such datagrams pass
 * @param termLength the term length of Aeron's own buffers, in bytes: a power of two from 64 KiB to 1 GiB, or 0 for
 *     Aeron's default. The longest message that a link carries is an eighth of it, 16 MiB at most
 */
public record AeronConfig(@Nullable Path directory, int mtu, int termLength) {
    /** Embedded, with Aeron's defaults. */
    public static final AeronConfig DEFAULT = new AeronConfig(null, 0, 0);

    static final int MIN_MTU = 64;
    static final int MAX_MTU = 65_504;
    static final int MIN_TERM_LENGTH = 64 * 1024;
    static final int MAX_TERM_LENGTH = 1 << 30;

    private static final int MTU_UNIT = 32;

    /** @throws IllegalArgumentException if a length is out of range; the message names the limits */
    public AeronConfig {
        if (mtu != 0 && (mtu < MIN_MTU || mtu > MAX_MTU || mtu % MTU_UNIT != 0)) {
            throw new IllegalArgumentException("mtu out of range, or no multiple of " + MTU_UNIT + ": mtu=" + mtu
                    + ", min=" + MIN_MTU + ", max=" + MAX_MTU);
        }
        if (termLength != 0
                && (termLength < MIN_TERM_LENGTH
                        || termLength > MAX_TERM_LENGTH
                        || Integer.bitCount(termLength) != 1)) {
            throw new IllegalArgumentException("term length out of range, or no power of two: termLength=" + termLength
                    + ", min=" + MIN_TERM_LENGTH + ", max=" + MAX_TERM_LENGTH);
        }
    }

    /** {@return {@link #DEFAULT}} */
    public static AeronConfig of() {
        return DEFAULT;
    }

    public AeronConfig withDirectory(@Nullable Path newDirectory) {
        return new AeronConfig(newDirectory, mtu, termLength);
    }

    public AeronConfig withMtu(int newMtu) {
        return new AeronConfig(directory, newMtu, termLength);
    }

    public AeronConfig withTermLength(int newTermLength) {
        return new AeronConfig(directory, mtu, newTermLength);
    }
}
