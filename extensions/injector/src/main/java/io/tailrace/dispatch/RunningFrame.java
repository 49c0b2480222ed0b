/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.dispatch;

/**
 * A frame whose handler runs.
 *
 * @param thread the name of the thread that runs the handler
 * @param logId the log of the frame
 * @param position of the frame in that log, in bytes
 * @param runningNs how long the handler has been running, in ns, including pauses between attempts
 */
public record RunningFrame(String thread, long logId, long position, long runningNs) {}
