/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/** The activity of a client or a driver as Micrometer meters. */
@SuppressWarnings({
    "requires-automatic", // Micrometer has a module name in its manifest, and no module-info.
    "requires-transitive-automatic"
})
module io.tailrace.micrometer {
    requires static transitive org.jspecify;
    requires transitive io.tailrace;
    requires io.tailrace.inspect;
    requires transitive micrometer.core;

    exports io.tailrace.micrometer;
}
