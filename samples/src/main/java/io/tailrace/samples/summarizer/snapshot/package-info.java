/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/** What a summarizer brings to safety, so that the next one of its name goes on where it was killed. */
@NullMarked
package io.tailrace.samples.summarizer.snapshot;

import org.jspecify.annotations.NullMarked;
