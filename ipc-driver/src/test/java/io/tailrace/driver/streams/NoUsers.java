/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver.streams;

import java.util.Set;

/** There is no client. A test overrides what differs. */
public class NoUsers implements LogRemoval.Users {
    @Override
    public Set<Long> living() {
        return Set.of();
    }

    @Override
    public long mark(long clientId) {
        return 1;
    }

    @Override
    public boolean hasLetGo(long clientId, long mark) {
        return true;
    }

    @Override
    public String describe(long clientId) {
        return "client " + clientId;
    }
}
