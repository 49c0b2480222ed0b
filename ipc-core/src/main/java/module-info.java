/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/** What programs use: publications and subscriptions, dispatches, the injector. */
@SuppressWarnings("module") // The driver is built after this one.
module io.tailrace {
    requires static transitive org.jspecify;
    requires static jdk.jfr;
    requires transitive io.tailrace.log;
    requires io.tailrace.codecs;

    exports io.tailrace;
    exports io.tailrace.ask;
    exports io.tailrace.dispatch;
    exports io.tailrace.history;
    exports io.tailrace.injector;
    exports io.tailrace.sbe;
    exports io.tailrace.sleep to
            io.tailrace.driver;
    exports io.tailrace.control to
            io.tailrace.driver;
    exports io.tailrace.events to
            io.tailrace.driver;

    uses io.tailrace.control.EmbeddedDriver.Provider;
}
