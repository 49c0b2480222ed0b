/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * {@code tailrace ls}: lists the streams of a driver, what is in them and how they do. Changes nothing. Start
 * with {@link io.tailrace.tools.ls.LsCommand}.
 */
@NullMarked
package io.tailrace.tools.ls;

import org.jspecify.annotations.NullMarked;
