/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.client;

import io.tailrace.ClientProvider;
import io.tailrace.Tailrace;
import io.tailrace.TailraceConfig;

/** Makes clients of a media driver. {@link io.tailrace.Tailrace} finds it by its name. */
public final class DriverClients implements ClientProvider {
    @Override
    public Tailrace connect(TailraceConfig config) {
        return Client.connect(config);
    }

    @Override
    public Tailrace open(TailraceConfig config) {
        return Client.open(config);
    }
}
