/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * What can be seen of a run while it goes on: figures of its stages, which is the slowest, and the summaries.
 * {@link io.tailrace.samples.summarizer.live.Live} is all that a page needs.
 */
@NullMarked
package io.tailrace.samples.summarizer.live;

import org.jspecify.annotations.NullMarked;
