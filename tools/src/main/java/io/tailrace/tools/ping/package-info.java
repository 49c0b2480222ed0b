/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/** The sub-command {@code ping}, and the echo that it starts. */
@NullMarked
package io.tailrace.tools.ping;

import org.jspecify.annotations.NullMarked;
