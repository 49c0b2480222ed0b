/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/** The commands that keep streams on disk, {@code history}, and publish them again, {@code history replay}. */
@NullMarked
package io.tailrace.tools.history;

import org.jspecify.annotations.NullMarked;
