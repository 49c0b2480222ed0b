/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.control;

import io.tailrace.file.FileFormat;

/**
 * A client's commands file: its process, and its own ring, so that a stopped or hostile client cannot block or tear the
 * commands of others. {@code FORMAT.md} says what stands where, who writes it and who reads it.
 */
public final class CommandsLayout {
    /** "TRAILCMD" read as a little-endian long. */
    public static final long MAGIC = 0x444D434C49415254L;

    public static final int VERSION_MAJOR = 1;
    public static final int VERSION_MINOR = 2;

    public static final int CLIENT_ID_OFFSET = 24;
    /** The fields of {@link FileOwner} begin here. */
    public static final int PID_OFFSET = FileOwner.PID_OFFSET;
    /** System.nanoTime of its last cycle, one clock for all processes of a host; 0 before the first. */
    public static final int HEARTBEAT_NS_OFFSET = 128;
    /**
     * How far it has read the events of the control file that it joined, in bytes, 1 at least; 0 where it does not say.
     */
    public static final int EVENTS_READ_OFFSET = 136;

    public static final int RING_OFFSET = 512;
    /** 32 KiB, and Agrona's trailer. */
    public static final int RING_LENGTH = 32 * 1024 + 768;

    public static final int LENGTH = RING_OFFSET + RING_LENGTH;

    static final FileFormat FORMAT = new FileFormat(MAGIC, VERSION_MAJOR, VERSION_MINOR, LENGTH);

    private CommandsLayout() {}
}
