/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import io.tailrace.driver.DriverConfig;
import io.tailrace.driver.MediaDriver;
import io.tailrace.driver.Retention;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;

/**
 * A media driver: {@code DIRECTORY TERM-LENGTH [RETAINED-MS]}. A line {@code arm POINT} on its standard input makes it
 * stop at a fault point, {@link #FILL_HEAP} leaves it no heap for a while; it exits on any other line, or at the end of
 * its input.
 */
final class DriverProcessMain {
    static final String ARM = "arm ";
    /** Printed with the point, once the point stops it. */
    static final String ARMED = "ARMED ";

    static final String FILL_HEAP = "fill heap";
    /** Printed with the word after {@link #FILL_HEAP}, once there is heap again. */
    static final String HEAP_FREE = "HEAP FREE";

    /** Short enough that a test that waits until a log is gone need not wait for long. */
    private static final long RETAINED_MS = 500;

    private static final long SHORTAGE_NS = 1_000_000_000;

    private DriverProcessMain() {}

    public static void main(String[] args) throws IOException {
        long retainedMs = args.length > 2 ? Long.parseLong(args[2]) : RETAINED_MS;
        DriverConfig config = DriverConfig.DEFAULT
                .withDirectory(Path.of(args[0]))
                .withTermLength(Integer.parseInt(args[1]))
                .withRetention(new Retention(Duration.ofMillis(retainedMs), Retention.DEFAULT.bytes()));
        try (MediaDriver driver = MediaDriver.launch(config)) {
            System.out.println("READY dir=" + driver.directory());
            System.out.println("SLEEPERS " + MediaDriver.sleepMechanism());
            BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            String line = input.readLine();
            while (line != null && (line.startsWith(ARM) || line.startsWith(FILL_HEAP))) {
                if (line.startsWith(FILL_HEAP)) {
                    HeapHog.fill(SHORTAGE_NS);
                    System.out.println(HEAP_FREE + line.substring(FILL_HEAP.length()));
                } else {
                    FaultPoints.arm(line.substring(ARM.length()));
                    System.out.println(ARMED + line.substring(ARM.length()));
                }
                line = input.readLine();
            }
        }
    }
}
