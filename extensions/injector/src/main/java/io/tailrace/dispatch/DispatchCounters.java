/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.dispatch;

/**
 * The work that a dispatch has done and has to do. Each figure is read separately.
 *
 * @param read frames read from the logs
 * @param handled frames for which the handler has returned
 * @param failedAttempts calls of the handler that threw
 * @param retries calls of the handler for a frame that had failed before
 * @param skipped frames given up by SKIP
 * @param windowFull times that reading stopped because a window was full
 * @param recruits tasks given to the executor
 * @param refusals tasks that the executor refused, or would have run in the calling thread
 * @param parks times that a thread without work slept
 * @param threads threads at work now, including those being started
 * @param framesInFlight frames read that are past the position last reported to the publishers
 * @param bytesInFlight bytes between that position and the end of the frames read, over all logs
 * @param oldestRunningNs how long the longest-running handler has been running; 0 if none runs
 */
public record DispatchCounters(
        long read,
        long handled,
        long failedAttempts,
        long retries,
        long skipped,
        long windowFull,
        long recruits,
        long refusals,
        long parks,
        int threads,
        long framesInFlight,
        long bytesInFlight,
        long oldestRunningNs) {}
