/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/** Lines of syslog, and the envelope around what they carry. */
@NullMarked
package io.tailrace.samples.summarizer.syslog;

import org.jspecify.annotations.NullMarked;
