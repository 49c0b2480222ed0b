/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/** The historian, which keeps logs on disk. */
@SuppressWarnings("module") // The module that it is exported to is built after this one.
module io.tailrace.history {
    requires static transitive org.jspecify;
    requires transitive io.tailrace;

    exports io.tailrace.history;
    exports io.tailrace.follow to
            io.tailrace.bridge;
    exports io.tailrace.history.replay to
            io.tailrace.inspect;
    exports io.tailrace.history.segment to
            io.tailrace.inspect;

    provides io.tailrace.stream.Replay.Provider with
            io.tailrace.history.replay.ReplayProvider;
}
