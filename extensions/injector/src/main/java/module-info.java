/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/** Handlers on several threads: dispatches, executors and cooperative workers. */
module io.tailrace.injector {
    requires static transitive org.jspecify;
    requires transitive io.tailrace;

    exports io.tailrace.dispatch;
    exports io.tailrace.injector;
}
