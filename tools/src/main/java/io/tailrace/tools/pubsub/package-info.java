/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/** The commands through which messages come and go: {@code pub} and {@code sub}. */
@NullMarked
package io.tailrace.tools.pubsub;

import org.jspecify.annotations.NullMarked;
