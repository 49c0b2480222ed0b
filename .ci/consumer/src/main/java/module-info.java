/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/** A program that uses the published modules. */
module consumer {
    requires io.tailrace;
    requires io.tailrace.driver;
    requires io.tailrace.bridge;
}
