/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace;

/** What happened to the media driver that a client is connected to. */
public enum DriverState {
    /**
     * It is dead, or was stopped. Publications and subscriptions go on as far as the window reaches; nothing can be
     * added until it is back.
     */
    LOST,
    /** It was started again, and knows again what this client holds. */
    BACK
}
