/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/** What a run tells of itself to another program, and input that comes at a rate. */
@NullMarked
package io.tailrace.samples.summarizer.measure;

import org.jspecify.annotations.NullMarked;
