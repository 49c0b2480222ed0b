/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * Reading a log: where messages stand ({@link io.tailrace.log.read.FrameReader}), or in copies that the publishers may
 * overrun ({@link io.tailrace.log.read.DroppingReader}), and how long a reader that has read everything stays away.
 */
@NullMarked
package io.tailrace.log.read;

import org.jspecify.annotations.NullMarked;
