/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/** Mapped memory, whose buffers programs use, and logs on it, which only client and driver use. */
@SuppressWarnings({
    "module", // The modules that it is exported to are built after this one.
    "requires-automatic", // Agrona has a module name in its manifest, and no module-info.
    "requires-transitive-automatic"
})
module io.tailrace.log {
    requires static transitive org.jspecify;
    requires transitive org.agrona;
    requires jdk.unsupported;

    exports io.tailrace.memory;
    exports io.tailrace.file to
            io.tailrace,
            io.tailrace.bridge,
            io.tailrace.driver,
            io.tailrace.history,
            io.tailrace.inspect;
    exports io.tailrace.internal to
            io.tailrace,
            io.tailrace.ask,
            io.tailrace.bridge,
            io.tailrace.driver,
            io.tailrace.history,
            io.tailrace.injector,
            io.tailrace.inspect,
            io.tailrace.micrometer;
    exports io.tailrace.log to
            io.tailrace,
            io.tailrace.ask,
            io.tailrace.bridge,
            io.tailrace.driver,
            io.tailrace.history,
            io.tailrace.injector,
            io.tailrace.inspect,
            io.tailrace.micrometer;
    exports io.tailrace.log.read to
            io.tailrace,
            io.tailrace.bridge,
            io.tailrace.driver,
            io.tailrace.history,
            io.tailrace.injector;
    exports io.tailrace.log.maintain to
            io.tailrace,
            io.tailrace.driver;
    exports io.tailrace.log.publish to
            io.tailrace,
            io.tailrace.bridge,
            io.tailrace.driver;
}
