/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.doctor;

import io.tailrace.tools.command.Verdict;

/**
 * What an inspection says.
 *
 * @param topic in a word or two
 * @param text the values, on one line
 * @param fix what to do, empty where nothing is to be done
 */
record Finding(Verdict verdict, String topic, String text, String fix) {
    /** {@return the same, saying of which process} */
    Finding of(LiveProcess process) {
        return new Finding(verdict, topic, process.describe() + ": " + text, fix);
    }

    /** {@return the same, saying how many other processes there are of which it holds} */
    Finding andMore(int others) {
        return others == 0 ? this : new Finding(verdict, topic, text + "; and " + others + " more", fix);
    }
}
