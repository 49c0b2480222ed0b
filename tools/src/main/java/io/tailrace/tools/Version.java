/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import picocli.CommandLine.IVersionProvider;

/** What {@code --version} prints. */
final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        String version = TailraceMain.class.getPackage().getImplementationVersion();
        return new String[] {"tailrace " + (version == null ? "(unpackaged)" : version) + ", Java " + Runtime.version()
        };
    }
}
