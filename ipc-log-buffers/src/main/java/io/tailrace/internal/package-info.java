/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * What the libraries need of the JVM and the file system and no program does: handles of fields, faults of memory that
 * is gone, file operations that an interrupt or a link does not lead astray, and the places at which tests kill.
 */
@NullMarked
package io.tailrace.internal;

import org.jspecify.annotations.NullMarked;
