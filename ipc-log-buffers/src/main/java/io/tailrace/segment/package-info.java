/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/** What is kept on disk of logs: segments, and the positions of those that read them by a name. */
@NullMarked
package io.tailrace.segment;

import org.jspecify.annotations.NullMarked;
