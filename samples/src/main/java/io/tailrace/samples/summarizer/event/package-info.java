/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/** What a line says: an event, or the reason why it is none. */
@NullMarked
package io.tailrace.samples.summarizer.event;

import org.jspecify.annotations.NullMarked;
