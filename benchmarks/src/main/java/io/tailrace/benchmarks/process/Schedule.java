/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.process;

/**
 * When messages are to be sent: one each period, whatever became of the ones before. It is never set back, so a message
 * that is sent late, for whatever reason, counts as late.
 *
 * @param startNs of the clock that all processes share
 * @param leadInNs not counted
 * @param measureNs behind the lead-in
 * @param intervalNs parts of the measured time, each recorded for itself
 */
public record Schedule(long startNs, long periodNs, long leadInNs, long measureNs, long intervalNs) {
    /** {@return how many messages} */
    public long count() {
        return (leadInNs + measureNs) / periodNs;
    }

    /** {@return when the message of a number, from 0, is to be sent} */
    public long timeNs(long number) {
        return startNs + number * periodNs;
    }

    /** {@return when the lead-in ends} */
    public long measureFromNs() {
        return startNs + leadInNs;
    }

    /** {@return into how many parts the measured time is divided} */
    int intervals() {
        return (int) ((measureNs + intervalNs - 1) / intervalNs);
    }
}
