/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.internal;

import java.nio.ByteBuffer;

/**
 * Memory that nothing can free but the garbage collector, so that accesses may go by its address. Only the library
 * knows of which that is true, so only the library can name this type.
 */
public record OwnMemory(ByteBuffer bytes, int capacity) {}
