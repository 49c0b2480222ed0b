/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.control;

import io.tailrace.file.FileFormat;

/**
 * Counters: a row of slots, each a figure with its kind and its label. A client's stand in a file of its own, which it
 * makes when it has something to count; the driver's in the control file ({@link ControlLayout}). They tell people;
 * they decide nothing, and nobody but tools reads them. {@code FORMAT.md} says what stands where, and in which order an
 * owner changes a slot.
 */
public final class CountersLayout {
    /** "TRAILCNT" read as a little-endian long. */
    public static final long MAGIC = 0x544E434C49415254L;

    public static final int VERSION_MAJOR = 1;
    public static final int VERSION_MINOR = 0;

    public static final int CLIENT_ID_OFFSET = 24;
    public static final int PID_OFFSET = 32;
    public static final int SLOTS_OFFSET = 128;
    public static final int SLOTS = 512;
    public static final int LENGTH = 65664;

    public static final int SLOT_LENGTH = 128;
    public static final int VALUE_OFFSET = 0;
    public static final int VERSION_OFFSET = 8;
    public static final int KIND_OFFSET = 12;
    public static final int LABEL_LENGTH_OFFSET = 16;
    public static final int LABEL_OFFSET = 20;
    public static final int MAX_LABEL_LENGTH = 108;

    static final FileFormat FORMAT = new FileFormat(MAGIC, VERSION_MAJOR, VERSION_MINOR, LENGTH);

    private CountersLayout() {}
}
