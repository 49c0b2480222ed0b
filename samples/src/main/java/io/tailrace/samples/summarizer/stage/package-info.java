/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/** The stages: each is a process of its own, and reads and writes streams. */
@NullMarked
package io.tailrace.samples.summarizer.stage;

import org.jspecify.annotations.NullMarked;
