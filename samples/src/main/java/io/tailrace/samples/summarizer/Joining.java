/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

/** How the stages are joined, as it is named on the command line. */
enum Joining {
    /** Not at all: one thread does everything. */
    NONE,
    ARRAY,
    LINKED,
    CONCURRENT,
    TRANSFER,
    DISRUPTOR,
    JCTOOLS,
    /** By a stream with a dispatch, on an injector. */
    DISPATCH
}
