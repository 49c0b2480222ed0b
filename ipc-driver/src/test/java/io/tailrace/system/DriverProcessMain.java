/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import io.tailrace.driver.DriverConfig;
import io.tailrace.driver.MediaDriver;
import java.io.IOException;
import java.nio.file.Path;

/** A media driver: {@code DIRECTORY TERM-LENGTH}. Ends when a line comes on its standard input, or its end. */
final class DriverProcessMain {
    private DriverProcessMain() {}

    public static void main(String[] args) throws IOException {
        DriverConfig config =
                DriverConfig.defaults().withDirectory(Path.of(args[0])).withTermLength(Integer.parseInt(args[1]));
        try (MediaDriver driver = MediaDriver.launch(config)) {
            System.out.println("READY dir=" + driver.directory());
            System.in.read();
        }
    }
}
