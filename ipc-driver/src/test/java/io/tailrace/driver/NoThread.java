/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

/** The driver of a test, which steps it itself, so no thread sleeps. */
enum NoThread implements Conductor.Rest {
    INSTANCE;

    @Override
    public void wake() {}

    @Override
    public boolean isAlert() {
        return true;
    }

    @Override
    public void stayAlert() {}
}
