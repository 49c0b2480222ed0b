/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.dump;

/** How payloads are shown. */
enum Payloads {
    NONE,
    TEXT,
    HEX
}
