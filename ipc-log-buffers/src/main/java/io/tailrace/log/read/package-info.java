/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * Reading a log: in place ({@link io.tailrace.log.read.FrameReader}), or in copies, for readers that publishers may
 * overrun ({@link io.tailrace.log.read.OverrunReader}), and the pause of a reader that has read everything.
 */
@NullMarked
package io.tailrace.log.read;

import org.jspecify.annotations.NullMarked;
