/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * Files that processes share: how they are created, mapped and checked, who must own them, and how many a process can
 * map. {@link io.tailrace.file.MappedFile} is the only place that maps files. Not exported to programs.
 */
@NullMarked
package io.tailrace.file;

import org.jspecify.annotations.NullMarked;
