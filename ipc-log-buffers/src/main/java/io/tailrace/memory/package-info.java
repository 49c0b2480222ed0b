/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * Memory that processes share: {@link io.tailrace.memory.MappedBuffer} reads and writes it with a stated memory order
 * and a bounds check on every access, {@link io.tailrace.memory.MappedFile} is the only place that maps files.
 * Neither needs a JVM flag. Programs use {@code MappedBuffer} and {@link io.tailrace.memory.BufferVector} for what they
 * offer; the rest is for the library.
 */
@NullMarked
package io.tailrace.memory;

import org.jspecify.annotations.NullMarked;
