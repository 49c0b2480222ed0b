/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples;

import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.Tailrace;
import io.tailrace.driver.DriverConfig;
import io.tailrace.driver.MediaDriver;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Runs the media driver inside the program, with small terms. Other processes can connect to it, too.
 */
public final class EmbeddedDriver {
    private EmbeddedDriver() {}

    public static void main(String[] args) {
        DriverConfig config = DriverConfig.of().withDirectory(Path.of(args[0])).withTermLength(64 * 1024);
        try (MediaDriver driver = MediaDriver.launch(config);
                Tailrace tailrace = Tailrace.connect(driver.directory());
                Subscription subscription = tailrace.addSubscription("greetings");
                Publication publication = tailrace.addPublication("greetings")) {
            byte[] text = "hello from inside".getBytes(StandardCharsets.UTF_8);
            publication.offer(text, Duration.ofSeconds(1));
            int received = 0;
            while (received == 0) {
                received = subscription.poll(
                        (buffer, offset, length, header) ->
                                System.out.println(buffer.getStringWithoutLengthUtf8(offset, length)),
                        1);
            }
        }
    }
}
