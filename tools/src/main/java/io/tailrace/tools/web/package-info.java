/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * A page about a driver that lives in a browser and changes nothing. {@link io.tailrace.tools.web.WebCommand} is
 * {@code tailrace web}, {@link io.tailrace.tools.web.WebPage} is all of it for a process that does something else, too.
 * One thread ({@link io.tailrace.tools.web.Watch}) reads for all browsers, while any is there; {@link
 * io.tailrace.tools.web.MetricsHandler} answers Prometheus beside it.
 */
@NullMarked
package io.tailrace.tools.web;

import org.jspecify.annotations.NullMarked;
