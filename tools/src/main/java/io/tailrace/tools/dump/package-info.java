/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * {@code tailrace dump}: looks into a log's files, of a living driver or a dead one, and changes nothing. Start with
 * {@link io.tailrace.tools.dump.DumpCommand} and {@code FrameWalker}.
 */
@NullMarked
package io.tailrace.tools.dump;

import org.jspecify.annotations.NullMarked;
