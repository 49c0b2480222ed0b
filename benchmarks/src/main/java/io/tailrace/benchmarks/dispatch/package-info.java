/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * The section {@code dispatch}: the strategies of a dispatch beside a plain poll loop, with a short handler and with
 * one that sometimes sleeps. Publisher, driver and handlers are one process: on two processors a second one would only
 * add what it takes to stop and to resume both as one, and what the publisher's thread uses can be told apart all the
 * same.
 */
@NullMarked
package io.tailrace.benchmarks.dispatch;

import org.jspecify.annotations.NullMarked;
