/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.sleep;

/**
 * A file of a client's sleepers: threads of it that wait for messages. The first has the numbers from 1 on, the next
 * one those behind. Little-endian. {@code sleep} and {@code rung} stand in cache lines of their own: while nobody falls
 * asleep or is woken, those that look keep the first in their cache.
 *
 * <pre>
 *   offset   size  field        written by                     read by
 *   ------  -----  -----------  -----------------------------  -----------------
 *        0     24  file header  client, ready word last        who wakes
 *       24      8  clientId     client, once                   who wakes
 *       32     96  (padding)
 *      128  32640  sleepers     255 slots of 128 bytes
 *
 *   sleeper slot
 *        0      8  sleep        the sleeper: release           who wakes: acquire
 *        8      4  mechanism    client, before sleep           who wakes
 *       64      4  rung         the sleeper: 0; who wakes: 1   the sleeper, kernel
 * </pre>
 */
public final class SleepersLayout {
    /** "TRAILSLP" read as a little-endian long. */
    public static final long MAGIC = 0x504C534C49415254L;

    public static final int VERSION_MAJOR = 1;
    public static final int VERSION_MINOR = 0;

    public static final int CLIENT_ID_OFFSET = 24;
    public static final int SLEEPERS_OFFSET = 128;
    public static final int SLEEPER_LENGTH = 128;
    /** Sleepers of a file. */
    public static final int SLEEPERS = 255;

    public static final int LENGTH = SLEEPERS_OFFSET + SLEEPERS * SLEEPER_LENGTH;

    /** The number of the sleep, times two, and one more while it sleeps or is about to. */
    public static final int SLEEP_OFFSET = 0;

    public static final int MECHANISM_OFFSET = 8;
    public static final int RUNG_OFFSET = 64;

    /** It sleeps for short times only, and nobody can wake it. */
    public static final int NAP = 0;
    /** It sleeps in a Linux futex on the word {@code rung}. */
    public static final int FUTEX = 1;
    /** It waits at its Unix domain socket, {@code <clientId>.sleeper-<number>} beside its client's directory. */
    public static final int SOCKET = 2;

    private SleepersLayout() {}
}
