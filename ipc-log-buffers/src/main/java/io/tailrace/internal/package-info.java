/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * The libraries need this of the JVM, and programs do not: handles and padding of fields, texts of errors, faults of
 * memory that is gone, waits that an interrupt does not end, and the places at which tests kill.
 */
@NullMarked
package io.tailrace.internal;

import org.jspecify.annotations.NullMarked;
