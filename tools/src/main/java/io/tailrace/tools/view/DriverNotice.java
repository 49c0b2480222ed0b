/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.view;

import io.tailrace.tools.command.Console;

/** Says beside the data where the driver does not live and work: then the data may be old. */
public final class DriverNotice {
    private DriverNotice() {}

    /** Tells it on the standard error, once a snapshot. */
    public static void tell(Snapshot snapshot) {
        ClientView driver = snapshot.driver();
        String life = driver.life(snapshot.takenNs());
        if (!life.equals("lives")) {
            Console.say("the driver is " + life + ": " + driver.reason(snapshot.takenNs()) + ", pid="
                    + driver.owner().pid());
        }
    }
}
