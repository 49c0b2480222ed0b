/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * {@code tailrace dump}: shows the files of a log, of a living driver or a dead one, and changes nothing. Start with
 * {@link io.tailrace.tools.dump.DumpCommand} and {@code FrameWalker}.
 */
@NullMarked
package io.tailrace.tools.dump;

import org.jspecify.annotations.NullMarked;
