/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/** From lines to summaries: who reads, parses and summarizes, and how the work goes from one to the next. */
@NullMarked
package io.tailrace.samples.summarizer.pipeline;

import org.jspecify.annotations.NullMarked;
