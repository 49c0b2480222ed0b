/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.counters;

import io.tailrace.control.Counter;
import io.tailrace.control.KernelLock;
import java.util.List;

/**
 * A driver or a client that counts, as it was seen.
 *
 * @param name that no other owner has
 * @param life what the kernel says of it
 * @param pid its process, for display only
 */
record Owner(String name, KernelLock.Holder life, long pid, List<Counter> counters) {
    String describe() {
        String state =
                switch (life) {
                    case ALIVE -> "lives";
                    case DEAD -> "is dead";
                    case UNKNOWN -> "has no lock file";
                };
        return name + ' ' + state + ", pid=" + pid;
    }
}
