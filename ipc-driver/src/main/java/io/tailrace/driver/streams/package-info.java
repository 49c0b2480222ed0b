/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * The decisions and the work of a media driver: its clients, the publishers and subscribers of each log
 * ({@code StreamRegistry}), the files of logs ({@code LogFactory}), and their keeper ({@code LogKeeper}). This package
 * does not depend on the directory's lock, on threads or on the configuration.
 */
@NullMarked
package io.tailrace.driver.streams;

import org.jspecify.annotations.NullMarked;
