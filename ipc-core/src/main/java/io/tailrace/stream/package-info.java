/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * What a program holds of a stream, behind the interfaces of {@link io.tailrace}: publications, subscriptions, images,
 * wait sets and dispatches. Knows the log and its waits, and no driver. Not exported.
 */
@NullMarked
package io.tailrace.stream;

import org.jspecify.annotations.NullMarked;
