/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.internal;

import java.nio.ByteBuffer;

/**
 * Memory that only the garbage collector can free, so that accesses may use its address. Only the library knows which
 * memory this is, so only the library can name this type.
 */
public record OwnMemory(ByteBuffer bytes, int capacity) {}
