/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import io.tailrace.Publication;
import io.tailrace.Tailrace;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Opens a directory, where one of many embeds the driver, publishes to a stream, and leaves: {@code DIRECTORY STREAM}.
 */
final class ConnectMain {
    private ConnectMain() {}

    public static void main(String[] args) throws IOException {
        try (Tailrace tailrace = Tailrace.open(Path.of(args[0]));
                Publication publication = tailrace.addPublication(args[1])) {
            System.out.println("CONNECTED " + publication.stream());
            System.in.read(); // Until the test closes it.
        }
    }
}
