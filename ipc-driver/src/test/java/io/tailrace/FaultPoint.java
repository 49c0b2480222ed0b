/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace;

import io.tailrace.system.FaultPoints;

/** In place of the one that does nothing: the test's class path comes before the libraries'. */
final class FaultPoint {
    private FaultPoint() {}

    static void reach(String point) {
        FaultPoints.reach(point);
    }
}
