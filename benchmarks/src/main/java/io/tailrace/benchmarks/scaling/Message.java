/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.scaling;

/** What a message is made of. */
final class Message {
    static final int LENGTH = 32;
    static final int VALUE = 0;
    static final int STAMP = 8;

    private Message() {}
}
