/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * The types by which programs read and write shared memory: {@link io.tailrace.memory.MappedBuffer} with a stated
 * memory order and a bounds check on every access, and {@link io.tailrace.memory.BufferVector}. No JVM flag is needed.
 */
@NullMarked
package io.tailrace.memory;

import org.jspecify.annotations.NullMarked;
