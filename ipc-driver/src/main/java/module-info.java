/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/** The media driver. Where this module is on the path, {@code Tailrace.open} finds it and can embed a driver. */
module io.tailrace.driver {
    requires static transitive org.jspecify;
    requires transitive io.tailrace;
    requires io.tailrace.codecs;

    exports io.tailrace.driver;

    provides io.tailrace.control.EmbeddedDriver.Provider with
            io.tailrace.driver.DriverProvider;
}
