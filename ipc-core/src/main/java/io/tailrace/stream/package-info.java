/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * Publications, subscriptions, images and wait sets, which a program sees as interfaces of {@link io.tailrace}. They
 * depend on the log and its waits, but not on a driver. Start with {@link io.tailrace.stream.LogPublication}, {@link
 * io.tailrace.stream.StreamSubscription} and {@link io.tailrace.stream.LogImage}. Exported to extensions only.
 */
@NullMarked
package io.tailrace.stream;

import org.jspecify.annotations.NullMarked;
