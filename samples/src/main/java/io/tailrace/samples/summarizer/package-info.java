/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * The Summarizer: log events come in as syslog lines, are parsed, and are aggregated into summaries. The document
 * {@code samples/summarizer.md} says more. Each stage is a process that {@code SummarizerMain} starts; read them in the
 * order of the stream: {@code Ingest} with {@code LineReader}, {@code Parse} with {@code LineParser}, and
 * {@code Summarize} with {@code SummarizerState}, which {@code SnapshotReader} brings to disk. {@code Messages} go from
 * one to the next.
 */
@NullMarked
package io.tailrace.samples.summarizer;

import org.jspecify.annotations.NullMarked;
