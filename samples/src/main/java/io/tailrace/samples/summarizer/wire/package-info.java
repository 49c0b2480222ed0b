/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/** The messages of the streams that join the stages. */
@NullMarked
package io.tailrace.samples.summarizer.wire;

import org.jspecify.annotations.NullMarked;
