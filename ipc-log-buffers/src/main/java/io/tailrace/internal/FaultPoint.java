/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.internal;

/**
 * A named place at which a test kills the process. Here it does nothing. The fault tests put a class of the same name
 * first on the class path, which stops the process at the place that the test has chosen.
 */
public final class FaultPoint {
    private FaultPoint() {}

    public static void reach(String point) {}
}
