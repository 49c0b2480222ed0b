/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/** The sub-command {@code demo}, and the processes that it starts. */
@NullMarked
package io.tailrace.tools.demo;

import org.jspecify.annotations.NullMarked;
