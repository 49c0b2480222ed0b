/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package example;

import io.tailrace.FrameHandler;
import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.Tailrace;
import io.tailrace.bridge.BridgeReceiverConfig;
import io.tailrace.driver.DriverConfig;
import io.tailrace.driver.MediaDriver;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;

/** Sends one message to itself through a driver that it embeds, and names the module that it runs in. */
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        try (MediaDriver driver = MediaDriver.launch(DriverConfig.DEFAULT.withDirectory(Path.of(args[0])));
                Tailrace tailrace = Tailrace.connect(driver.directory());
                Subscription subscription = tailrace.addSubscription("greetings");
                Publication publication = tailrace.addPublication("greetings")) {
            publication.offer("hello".getBytes(StandardCharsets.UTF_8), Duration.ofSeconds(10));
            subscription.poll(FrameHandler.ofString(System.out::println), 64, Duration.ofSeconds(10));
        }
        System.out.println(Main.class.getModule() + " " + BridgeReceiverConfig.class.getModule());
    }
}
