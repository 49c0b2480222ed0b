/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/** Shows a run in a browser, and to programs as JSON. {@link io.tailrace.samples.summarizer.page.PageServer} is all. */
@NullMarked
package io.tailrace.samples.summarizer.page;

import org.jspecify.annotations.NullMarked;
