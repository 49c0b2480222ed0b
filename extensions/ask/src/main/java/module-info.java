/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/** Requests and answers, and messages in SBE. */
module io.tailrace.ask {
    requires static transitive org.jspecify;
    requires transitive io.tailrace;
    requires io.tailrace.codecs;

    exports io.tailrace.ask;
    exports io.tailrace.sbe;
}
