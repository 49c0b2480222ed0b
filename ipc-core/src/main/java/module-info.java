/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/** The API for programs: publications and subscriptions. */
@SuppressWarnings("module") // The driver and the extensions are built after this one.
module io.tailrace {
    requires static transitive org.jspecify;
    requires static jdk.jfr;
    requires transitive io.tailrace.log;
    requires io.tailrace.codecs;

    exports io.tailrace;
    exports io.tailrace.sleep to
            io.tailrace.driver;
    exports io.tailrace.control to
            io.tailrace.bridge,
            io.tailrace.driver,
            io.tailrace.history,
            io.tailrace.inspect,
            io.tailrace.micrometer;
    exports io.tailrace.liveness to
            io.tailrace.bridge,
            io.tailrace.driver,
            io.tailrace.history,
            io.tailrace.inspect,
            io.tailrace.micrometer;
    exports io.tailrace.report to
            io.tailrace.bridge,
            io.tailrace.driver,
            io.tailrace.history,
            io.tailrace.inspect,
            io.tailrace.micrometer;
    exports io.tailrace.events to
            io.tailrace.bridge,
            io.tailrace.driver,
            io.tailrace.injector;
    exports io.tailrace.client to
            io.tailrace.bridge;
    exports io.tailrace.stream to
            io.tailrace.bridge,
            io.tailrace.history,
            io.tailrace.injector;
    exports io.tailrace.wait to
            io.tailrace.bridge,
            io.tailrace.injector;

    uses io.tailrace.control.EmbeddedDriver.Provider;
    uses io.tailrace.stream.Replay.Provider;
}
