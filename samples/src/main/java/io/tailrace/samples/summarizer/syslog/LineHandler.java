/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.syslog;

import io.tailrace.samples.summarizer.event.Reject;

/** Takes what was read. For one thread; the bytes may change when a call has returned. */
public interface LineHandler {
    /** Takes a line, without what ended it. Waits while there is no room. */
    void onLine(byte[] bytes, int offset, int length) throws InterruptedException;

    /** Takes what is no line, and the reason. */
    void onReject(Reject reason, byte[] bytes, int offset, int length) throws InterruptedException;
}
