/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.duel;

/** What a product can have for a publication. */
enum Kind {
    /** Any number of publishers share a log. */
    CONCURRENT,
    /** One publisher, one log. */
    EXCLUSIVE
}
