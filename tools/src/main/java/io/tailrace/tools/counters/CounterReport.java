/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.counters;

import io.tailrace.tools.view.CountersReader;
import java.util.List;

/** Where counters go. One thread. */
interface CounterReport {
    /**
     * Prints all.
     *
     * @param nowNs when they were read, of any clock that does not step
     */
    void print(List<CountersReader.Owner> owners, long nowNs);

    /** They will be printed once more. */
    void beginAgain();
}
