/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * How clients and the media driver find and talk to one another: the driver's directory, the locks that prove who
 * lives, the control file, commands and events. Programs use {@link io.tailrace.Tailrace} instead.
 */
@NullMarked
package io.tailrace.control;

import org.jspecify.annotations.NullMarked;
