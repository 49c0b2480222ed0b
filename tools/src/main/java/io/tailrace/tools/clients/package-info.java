/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * {@code tailrace clients}: lists the processes that use a driver, and whether they live. Changes nothing. Start
 * with {@link io.tailrace.tools.clients.ClientsCommand}.
 */
@NullMarked
package io.tailrace.tools.clients;

import org.jspecify.annotations.NullMarked;
