/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/** Common to all sub-commands: options, output, exit codes, termination. Depends on none of them. */
@NullMarked
package io.tailrace.tools.command;

import org.jspecify.annotations.NullMarked;
