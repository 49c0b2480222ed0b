/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.bench;

import io.tailrace.tools.measure.DriverInfo;
import io.tailrace.tools.measure.Machine;

/** Says what is measured, and what comes of it. */
interface BenchReport {
    /**
     * What is measured, before the first run.
     *
     * @param plan of the first run; those of the others differ in size
     */
    void setUp(DriverInfo driver, Machine machine, BenchPlan plan);

    /** An interval of a run that has just ended. */
    void interval(BenchPlan plan, BenchInterval interval);

    /** What came of a run. */
    void result(BenchResult result);
}
