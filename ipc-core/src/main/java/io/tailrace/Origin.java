/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace;

/**
 * The origin of a log that a bridge copies to this host. Positions in both logs are the same.
 *
 * @param host name of the host where the messages were published
 * @param logId id of the log on that host
 */
public record Origin(String host, long logId) {}
