/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

/** What becomes of a line. */
sealed interface Parsed permits Event, Reject {}
