/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.control;

/**
 * Counters: a row of slots, each a figure with its kind and its label. A client's stand in a file of its own, which it
 * makes when it has something to count; the driver's in the control file ({@link ControlLayout}). They tell people;
 * they decide nothing, and nobody but tools reads them. Little-endian.
 *
 * <pre>
 *   offset   size  field        written by                       read by
 *   ------  -----  -----------  -------------------------------  -------
 *        0     24  file header  client, ready word last          tools
 *       24      8  clientId     client, once                     tools
 *       32      8  pid          client, once                     tools (for display only)
 *       40     88  (padding)
 *      128  65536  slots        512 of 128 bytes                 tools
 *
 *   counter slot
 *        0      8  value        its owner: opaque                tools: opaque
 *        8      4  version      its owner: release; odd while    tools: acquire, before and after
 *                               the rest of the slot is changed
 *       12      4  kind         its owner: 0 free; else that of  tools
 *                               {@link CounterKind}
 *       16      4  labelLength  its owner: 1 to 108 bytes        tools
 *       20    108  label        its owner, UTF-8                 tools
 * </pre>
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

    private CountersLayout() {}
}
