/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * The Summarizer: it summarizes log events, and continues after any of its processes is killed; see {@code
 * samples/summarizer.md}. Read {@code Ingest}, which publishes lines, and {@code Summarize}, which saves what they add
 * up to. {@code SummarizerMain} starts both as processes.
 */
@NullMarked
package io.tailrace.samples.summarizer;

import org.jspecify.annotations.NullMarked;
