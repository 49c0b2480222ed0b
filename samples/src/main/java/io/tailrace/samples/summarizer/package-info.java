/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * The Summarizer: log events come in as syslog lines, are parsed, and are aggregated into summaries. The document
 * {@code samples/summarizer.md} tells more; start with {@link io.tailrace.samples.summarizer.SummarizerMain}.
 */
@NullMarked
package io.tailrace.samples.summarizer;

import org.jspecify.annotations.NullMarked;
