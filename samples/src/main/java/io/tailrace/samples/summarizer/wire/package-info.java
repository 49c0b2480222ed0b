/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/** What goes between the processes of the Summarizer: messages of SBE in streams of Tailrace. */
@NullMarked
package io.tailrace.samples.summarizer.wire;

import org.jspecify.annotations.NullMarked;
