/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.dispatch;

/**
 * What a dispatch has done so far and has to do. Each figure is read by itself.
 *
 * @param read frames read from the logs
 * @param handled frames for which the handler has returned
 * @param failedAttempts calls of the handler that have thrown
 * @param retries calls of the handler for a frame that it has failed before
 * @param skipped frames given up by SKIP
 * @param deadLetters frames given up by DEAD_LETTER
 * @param windowFull times that reading stopped because a window was full
 * @param recruits tasks given to the executor
 * @param refusals tasks that the executor has refused, or would have run in the calling thread
 * @param parks times that a thread without work slept
 * @param threads threads at work now, those on their way included
 * @param framesInFlight frames read that are not yet behind the position told to the publishers
 * @param bytesInFlight bytes between that position and the end of what was read, of all logs together
 * @param oldestRunningNs how long the handler that has been running longest has been running; 0 if none runs
 */
public record DispatchCounters(
        long read,
        long handled,
        long failedAttempts,
        long retries,
        long skipped,
        long deadLetters,
        long windowFull,
        long recruits,
        long refusals,
        long parks,
        int threads,
        long framesInFlight,
        long bytesInFlight,
        long oldestRunningNs) {}
