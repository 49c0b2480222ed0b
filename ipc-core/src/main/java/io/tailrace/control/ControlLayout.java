/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.control;

import io.tailrace.sleep.DriverSleepers;

/**
 * The control file: what the media driver tells everybody. Little-endian. {@link CountersLayout} has the counter slots.
 *
 * <pre>
 *   offset   size  field          written by                       read by
 *   ------  -----  -------------  -------------------------------  ------------------------
 *        0     24  file header    driver, ready word last          clients
 *       24      8  incarnation    driver, once                     clients, the next driver
 *       32      8  pid            driver, once                     drivers, clients, tools
 *       40      4  termLength     driver, once                     tools, the next driver
 *       44      4  relays         driver, when it does             clients
 *       48      8  startTicks     driver, once                     drivers, clients, tools
 *       56      8  namespaces     driver, once                     drivers, clients, tools
 *       64      8  bootId         driver, once                     drivers, clients, tools
 *       72      8  left           driver, when it ends             drivers, clients, tools
 *       80     48  (padding)
 *      128      8  nextId         driver, clients: getAndAdd       driver, clients
 *      136    120  (padding)
 *      256      8  doorbell       clients: getAndAdd               driver
 *      264    120  (padding)
 *      384      8  heartbeatNs    driver's conductor: its cycle    clients
 *      392    120  (padding)
 *      512   3584  counters       driver: 28 counter slots         tools
 *     4096 524416  events         driver: Agrona's broadcast       clients
 *   528512 131072  error log      driver: Agrona's distinct log    tools
 *   659584    256  sleepers       2 slots; see SleepersLayout      clients
 * </pre>
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

    private ControlLayout() {}
}
