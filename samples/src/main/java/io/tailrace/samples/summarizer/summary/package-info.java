/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/** Aggregates of events, each of which one thread writes. */
@NullMarked
package io.tailrace.samples.summarizer.summary;

import org.jspecify.annotations.NullMarked;
