/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.sleep;

import io.tailrace.file.FileFormat;

/**
 * A file of a client's sleepers: threads of it that wait for messages. The first has the numbers from 1 on, the next
 * one those after it. {@code FORMAT.md} says what stands where, who writes it and who reads it. {@code sleep} and
 * {@code rung} stand in cache lines of their own: while nobody falls asleep or is woken, those that look keep the first
 * in their cache.
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

    static final FileFormat FORMAT = new FileFormat(MAGIC, VERSION_MAJOR, VERSION_MINOR, LENGTH);

    private SleepersLayout() {}
}
