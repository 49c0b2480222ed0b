/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace;

import java.util.ServiceLoader;

/** The implementation of this package, which depends on it, and so is found by name. */
final class Clients {
    static final ClientProvider PROVIDER = ServiceLoader.load(ClientProvider.class, Clients.class.getClassLoader())
            .findFirst()
            .orElseThrow(
                    () -> new TailraceException("the files in META-INF/services of io.tailrace:ipc-core are missing:"
                            + " have the tool that made this jar keep them"));

    private Clients() {}
}
