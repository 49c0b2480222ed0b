/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/** Segments, the files of a history: a historian writes, recovers, checks and purges them; readers read them. */
@NullMarked
package io.tailrace.history.segment;

import org.jspecify.annotations.NullMarked;
