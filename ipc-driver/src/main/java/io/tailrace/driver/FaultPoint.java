/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

/**
 * A place at which a process may die, by name. It does nothing here; the fault tests have a class of the same name before it
 * on the class path, which stops the process there, to be killed.
 */
final class FaultPoint {
    private FaultPoint() {}

    static void reach(String point) {}
}
