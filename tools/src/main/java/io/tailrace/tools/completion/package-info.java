/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/** The sub-command that writes a script by which shells complete command lines. */
@NullMarked
package io.tailrace.tools.completion;

import org.jspecify.annotations.NullMarked;
