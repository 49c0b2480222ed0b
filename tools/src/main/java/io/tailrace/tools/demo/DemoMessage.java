/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.demo;

/**
 * A message of the demo, in native byte order:
 *
 * <pre>
 *   offset  size  field
 *        0     8  number: 0 and up; {@link #LAST_NUMBER} in the last message
 *        8     8  stamp: System.nanoTime() when it was sent (one clock for all processes of a host);
 *                 in the last message how many there were before it
 *       16     -  zeros, up to the size that was asked for
 * </pre>
 */
final class DemoMessage {
    static final String STREAM = "demo";
    static final int NUMBER_OFFSET = 0;
    static final int STAMP_OFFSET = 8;
    static final int MIN_LENGTH = 16;
    static final long LAST_NUMBER = -1;

    private DemoMessage() {}
}
