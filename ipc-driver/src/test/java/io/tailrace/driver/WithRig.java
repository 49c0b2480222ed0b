/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import io.tailrace.SubscriptionConfig;
import io.tailrace.SubscriptionConfig.JoinAt;
import io.tailrace.testing.MemoryDirectory;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** The setup for tests that need a {@link Rig}. */
abstract class WithRig {
    static final String STREAM = "quotes";
    static final SubscriptionConfig OLDEST = SubscriptionConfig.DEFAULT.withJoinAt(JoinAt.OLDEST);

    @TempDir(factory = MemoryDirectory.class)
    Path parent;

    Rig rig;
    final Recorder received = new Recorder();

    @BeforeEach
    void launchRig() {
        rig = new Rig(parent);
    }

    @AfterEach
    void closeRig() {
        rig.close();
    }
}
