/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace;

/**
 * The implementation of this package. It depends on this package, so this package only knows its name. Not a service: a
 * fat jar may have lost the files that name services.
 */
final class Clients {
    private Clients() {}

    /** {@return the provider} Looked up each time: an Error that passes must not make a class unusable for good. */
    static ClientProvider provider() {
        try {
            return Class.forName("io.tailrace.client.DriverClients")
                    .asSubclass(ClientProvider.class)
                    .getConstructor()
                    .newInstance();
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("the classes of io.tailrace:ipc-core are not complete", e);
        }
    }
}
