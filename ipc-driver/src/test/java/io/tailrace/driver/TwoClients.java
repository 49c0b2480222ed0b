/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import io.tailrace.Tailrace;
import org.junit.jupiter.api.BeforeEach;

/** The setup for tests in which one client publishes and another subscribes, on a driver without threads. */
abstract class TwoClients extends WithRig {
    Tailrace publisher;
    Tailrace subscriber;

    @BeforeEach
    void connect() {
        publisher = rig.connect();
        subscriber = rig.connect();
    }
}
