/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.control;

import io.tailrace.file.FileFormat;
import io.tailrace.sleep.DriverSleepers;

/**
 * The control file: what the media driver tells everybody. {@code FORMAT.md} says what stands where, who writes it and
 * who reads it; {@link CountersLayout} has the counter slots.
 */
public final class ControlLayout {
    /** "TRAILCTL" read as a little-endian long. */
    public static final long MAGIC = 0x4C54434C49415254L;

    public static final int VERSION_MAJOR = 1;
    public static final int VERSION_MINOR = 7;

    public static final int INCARNATION_OFFSET = 24;
    /** The fields of {@link FileOwner} begin here. */
    public static final int PID_OFFSET = FileOwner.PID_OFFSET;

    public static final int TERM_LENGTH_OFFSET = 40;
    /** 1 once the driver wakes sleepers for processes that cannot; see {@link io.tailrace.sleep.WakeRelay}. */
    public static final int RELAYS_OFFSET = 44;

    public static final int NEXT_ID_OFFSET = 128;
    public static final int DOORBELL_OFFSET = 256;
    /** System.nanoTime of its last cycle; 0 before the first, and before version 1.2. */
    public static final int HEARTBEAT_NS_OFFSET = 384;

    /** All zeros in version 1.0. */
    public static final int COUNTERS_OFFSET = 512;

    public static final int COUNTERS_LENGTH = 3584;

    public static final int EVENTS_OFFSET = 4096;
    /** Half a mebibyte, and Agrona's trailer. */
    public static final int EVENTS_LENGTH = 512 * 1024 + 128;

    public static final int ERROR_LOG_OFFSET = 528512;
    public static final int ERROR_LOG_LENGTH = 128 * 1024;

    /** Of the driver's conductor and its keeper; see {@link DriverSleepers}. */
    public static final int SLEEPERS_OFFSET = 659584;

    public static final int LENGTH = SLEEPERS_OFFSET + DriverSleepers.LENGTH;

    static final FileFormat FORMAT = new FileFormat(MAGIC, VERSION_MAJOR, VERSION_MINOR, LENGTH);

    private ControlLayout() {}
}
