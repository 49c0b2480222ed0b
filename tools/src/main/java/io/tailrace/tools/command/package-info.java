/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/** What all sub-commands share: options, output, exit codes, ending. Knows none of them. */
@NullMarked
package io.tailrace.tools.command;

import org.jspecify.annotations.NullMarked;
