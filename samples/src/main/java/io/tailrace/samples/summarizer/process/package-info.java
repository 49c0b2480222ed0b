/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * The stages as processes that streams join: {@link io.tailrace.samples.summarizer.process.ParseProcess} and
 * {@link io.tailrace.samples.summarizer.process.SummarizeProcess}, started by hand or, with
 * {@link io.tailrace.samples.summarizer.process.ProcessPipeline}, as children of the one that reads.
 */
@NullMarked
package io.tailrace.samples.summarizer.process;

import org.jspecify.annotations.NullMarked;
