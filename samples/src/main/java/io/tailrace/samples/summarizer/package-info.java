/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * The Summarizer: it parses log events from syslog lines and aggregates them into summaries; see {@code
 * samples/summarizer.md}. Each stage is a process that {@code SummarizerMain} starts. Read them in the order of the
 * stream: {@code Ingest} with {@code LineReader}, {@code Parse} with {@code LineParser}, and {@code Summarize} with
 * {@code SummarizerState}, which {@code SnapshotReader} saves to disk. {@code Messages} go from one stage to the next.
 */
@NullMarked
package io.tailrace.samples.summarizer;

import org.jspecify.annotations.NullMarked;
