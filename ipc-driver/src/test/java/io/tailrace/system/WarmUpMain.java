/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import io.tailrace.Subscription;
import io.tailrace.Tailrace;
import io.tailrace.driver.DriverConfig;
import io.tailrace.driver.MediaDriver;
import io.tailrace.file.FileAccess;
import io.tailrace.file.MappedFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;

/**
 * Does the work of the test processes once, so that the classes for the archive of {@link QuickJvm} are loaded: a
 * driver, publishers and a subscriber in an empty {@code DIRECTORY}. Its standard input is empty.
 */
final class WarmUpMain {
    private static final int MESSAGES = 100;
    private static final long PAUSE_NS = 20_000;

    private WarmUpMain() {}

    public static void main(String[] args) throws IOException {
        Path directory = Path.of(args[0]);
        Path progress = directory.resolveSibling("progress");
        MappedFile.create(progress, FaultPublisherMain.PROGRESS_LENGTH, FileAccess.PRIVATE)
                .close();
        MessageChecker checker = new MessageChecker(Scene.MAX_MESSAGE_LENGTH);
        DriverConfig config = DriverConfig.DEFAULT.withDirectory(directory).withTermLength(Scene.TERM_LENGTH);
        try (MediaDriver driver = MediaDriver.launch(config);
                Tailrace tailrace = Tailrace.connect(driver.directory());
                Subscription subscription = tailrace.addSubscription("quotes")) {
            Thread poller = new Thread(() -> {
                while (checker.publishers() < 2 || subscription.isConnected()) {
                    subscription.poll(checker, 64);
                    LockSupport.parkNanos(PAUSE_NS);
                }
            });
            poller.start();
            for (String kind : new String[] {"concurrent", "exclusive"}) {
                FaultPublisherMain.main(
                        new String[] {args[0], "quotes", kind, "" + MESSAGES, progress.toString(), "" + PAUSE_NS});
            }
            poller.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
