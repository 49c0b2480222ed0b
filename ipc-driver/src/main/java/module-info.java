/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * The media driver, readers of its files, and Micrometer meters for both. Where this module is on the path,
 * {@code Tailrace.open} finds it and can embed a driver.
 */
@SuppressWarnings("requires-automatic") // Micrometer has a module name in its manifest, and no module-info.
module io.tailrace.driver {
    requires static transitive org.jspecify;
    requires transitive io.tailrace;
    requires io.tailrace.codecs;
    requires static micrometer.core; // Used by io.tailrace.micrometer only.

    exports io.tailrace.driver;
    exports io.tailrace.micrometer;

    provides io.tailrace.control.EmbeddedDriver.Provider with
            io.tailrace.driver.DriverProvider;
}
