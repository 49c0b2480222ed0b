/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.internal;

import io.tailrace.system.FaultPoints;

/** Replaces the class that does nothing: the test classes precede the libraries on the class path. */
public final class FaultPoint {
    private FaultPoint() {}

    public static void reach(String point) {
        FaultPoints.reach(point);
    }
}
