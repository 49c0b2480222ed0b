/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import io.tailrace.Tailrace;
import io.tailrace.TailraceConfig;
import io.tailrace.TailraceException;
import java.nio.file.Path;
import java.util.concurrent.Callable;

/** The process of {@link LocaleTest}: asks for the defaults twice, then uses the directory that is its argument. */
final class LocaleMain {
    private LocaleMain() {}

    public static void main(String[] args) throws Exception {
        for (int i = 0; i < 2; i++) {
            print(TailraceConfig.DEFAULT::directory);
            print(DriverConfig.DEFAULT::directory);
            print(() -> Tailrace.connect());
            print(() -> Tailrace.open());
            print(() -> MediaDriver.launch(DriverConfig.of()));
        }
        Path directory = Path.of(args[0]);
        try (MediaDriver driver = MediaDriver.launch(DriverConfig.DEFAULT.withDirectory(directory));
                Tailrace tailrace = Tailrace.connect(driver.directory())) {
            System.out.println("alive " + tailrace.isDriverAlive());
        }
    }

    private static void print(Callable<?> call) throws Exception {
        try {
            System.out.println("returns " + call.call());
        } catch (TailraceException e) {
            System.out.println(e.getMessage());
        }
    }
}
