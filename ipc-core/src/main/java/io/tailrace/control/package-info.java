/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * How clients and the media driver find each other and communicate: the driver's directory, the locks that prove which
 * processes live, the control file, commands and events. Programs use {@link io.tailrace.Tailrace} instead.
 */
@NullMarked
package io.tailrace.control;

import org.jspecify.annotations.NullMarked;
