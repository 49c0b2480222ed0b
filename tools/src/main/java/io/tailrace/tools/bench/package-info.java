/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/** The sub-command {@code bench}, and the publishers and subscribers that it starts. */
@NullMarked
package io.tailrace.tools.bench;

import org.jspecify.annotations.NullMarked;
