/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace;

/**
 * Where the messages of a log come from that a bridge has brought to this host: positions in both logs are the same.
 *
 * @param host the name of the host where they were published
 * @param logId the id of the log there
 */
public record Origin(String host, long logId) {}
