/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/** Follows streams and logs to put their blocks elsewhere: what a historian and a bridge have in common. */
@NullMarked
package io.tailrace.follow;

import org.jspecify.annotations.NullMarked;
