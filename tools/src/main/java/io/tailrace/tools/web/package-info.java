/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * A page about a driver, which is live in a browser and changes nothing. {@link io.tailrace.tools.web.WebCommand} is
 * {@code tailrace web}; {@link io.tailrace.tools.web.WebPage} is the page alone, for a process with other work, too.
 * A browser asks once a second; one look ({@link io.tailrace.tools.web.Looks}) serves all who ask meanwhile. {@link
 * io.tailrace.tools.web.MetricsHandler} answers Prometheus.
 */
@NullMarked
package io.tailrace.tools.web;

import org.jspecify.annotations.NullMarked;
