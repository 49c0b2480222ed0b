/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/** The queues by which threads hand on their work, all with one face. */
@NullMarked
package io.tailrace.samples.summarizer.joint;

import org.jspecify.annotations.NullMarked;
