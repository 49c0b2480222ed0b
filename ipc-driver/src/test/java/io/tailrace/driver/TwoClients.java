/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import io.tailrace.Tailrace;
import io.tailrace.system.MemoryDirectory;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** What tests begin with in which one client publishes and another subscribes, on a driver without threads. */
abstract class TwoClients {
    static final String STREAM = "quotes";

    @TempDir(factory = MemoryDirectory.class)
    Path parent;

    Rig rig;
    Tailrace publisher;
    Tailrace subscriber;
    final Recorder received = new Recorder();

    @BeforeEach
    void connect() {
        rig = new Rig(parent);
        publisher = rig.connect();
        subscriber = rig.connect();
    }

    @AfterEach
    void close() {
        rig.close();
    }
}
