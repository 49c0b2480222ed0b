/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * The commands that read a driver's directory, living or dead: {@code ls}, {@code top}, {@code clients}, {@code events}
 * and {@code counters}, which change nothing; and {@code release}. Each is a {@link
 * io.tailrace.tools.look.LookCommand}, and defines its output for people and programs once, as {@link
 * io.tailrace.tools.command.Columns}; for streams {@link io.tailrace.tools.look.StreamRows} does.
 */
@NullMarked
package io.tailrace.tools.look;

import org.jspecify.annotations.NullMarked;
