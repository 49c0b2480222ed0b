/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * The commands through which messages come and go: {@code pub} and {@code sub}, {@code record} and {@code replay}. A
 * recording is a file of its own format, {@link io.tailrace.tools.pubsub.RecordingLayout}.
 */
@NullMarked
package io.tailrace.tools.pubsub;

import org.jspecify.annotations.NullMarked;
