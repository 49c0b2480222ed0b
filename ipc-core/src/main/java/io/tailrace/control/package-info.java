/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * How clients and the media driver find each other and communicate: the driver's directory with its control file, the
 * clients' files and the driver's notes, and the commands and events that pass through them. Programs use {@link
 * io.tailrace.Tailrace} instead.
 */
@NullMarked
package io.tailrace.control;

import org.jspecify.annotations.NullMarked;
