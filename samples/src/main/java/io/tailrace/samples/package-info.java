/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * Small programs that show how to use Tailrace, each run by a test. Start with {@link io.tailrace.samples.Publisher}.
 */
@NullMarked
package io.tailrace.samples;

import org.jspecify.annotations.NullMarked;
