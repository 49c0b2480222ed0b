/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/** A read-only view of a driver's directory, for tools and metrics. */
@SuppressWarnings("module") // The module that it is exported to is built after this one.
module io.tailrace.inspect {
    requires static transitive org.jspecify;
    requires transitive io.tailrace;
    requires io.tailrace.history;

    exports io.tailrace.inspect to
            io.tailrace.micrometer;
}
