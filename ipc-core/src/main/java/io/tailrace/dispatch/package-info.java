/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * The settings and figures of a dispatch: which threads do what, the key that orders messages, the treatment of
 * failures, and the progress.
 */
@NullMarked
package io.tailrace.dispatch;

import org.jspecify.annotations.NullMarked;
