/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * What can be seen of processes from another one: each publishes its figures once a second, and those that summarize
 * answer who asks for their summaries. {@link io.tailrace.samples.summarizer.query.LiveProcesses} puts that together.
 */
@NullMarked
package io.tailrace.samples.summarizer.query;

import org.jspecify.annotations.NullMarked;
