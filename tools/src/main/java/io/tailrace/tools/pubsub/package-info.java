/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/** The commands that publish and receive messages: {@code pub} and {@code sub}. */
@NullMarked
package io.tailrace.tools.pubsub;

import org.jspecify.annotations.NullMarked;
