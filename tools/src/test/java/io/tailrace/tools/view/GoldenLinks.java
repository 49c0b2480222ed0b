/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.view;

import io.tailrace.control.DriverDirectory;
import io.tailrace.control.LinkFile;
import io.tailrace.control.LinkFile.Figures;
import io.tailrace.control.LinkFile.Identity;
import io.tailrace.control.LinkFile.Kind;
import io.tailrace.control.LinkFile.State;
import io.tailrace.file.MappedFile;
import java.io.IOException;
import java.nio.file.Path;

/** The links of the directory from the repository; the process that holds them differs from test to test. */
final class GoldenLinks {
    private static final Identity SENDER =
            new Identity(Kind.SEND, "bridge/10.0.0.2:9000", "10.0.0.2:9000", "alpha", "quotes,md.*");
    private static final Identity RECEIVER =
            new Identity(Kind.RECEIVE, "bridge/gamma/feed", "10.0.0.1:9000", "alpha", "trades");
    private static final long NOW_MS = GoldenDirectory.NOW.toEpochMilli();
    private static final int PID_OFFSET = 32;
    private static final int BOOT_ID_OFFSET = 64;
    private static final int LEFT_OFFSET = 72;

    private GoldenLinks() {}

    /** Writes a link whose bridge was killed a minute ago, and one that has ended. */
    static void writeDead(Path path) throws IOException {
        DriverDirectory directory = new DriverDirectory(path);
        try (LinkFile sender = writeSender(directory, NOW_MS - 60_000)) {
            sender.error(NOW_MS - 70_000, "10.0.0.2:9000 did not answer for 5 s");
        }
        try (LinkFile receiver = LinkFile.create(directory, RECEIVER, NOW_MS - 3_000_000)) {
            receiver.peer("gamma", "1.2.3");
            receiver.beat(NOW_MS - 2_000_000, new Figures(0, 6_000_000, 2_000, 0, 0, 0, 0, 0));
            receiver.state(State.ENDED);
        }
        for (LinkFile.View link : LinkFile.list(directory)) {
            try (MappedFile file = MappedFile.openReadWrite(link.path())) {
                file.buffer().putLong(PID_OFFSET, 4712);
                file.buffer().putLong(BOOT_ID_OFFSET, 1); // From an earlier boot of this host.
                file.buffer().putLong(LEFT_OFFSET, 0);
            }
        }
    }

    /** Writes a link whose sender lives, in this process, and is up. */
    static LinkFile writeLiving(Path path) throws IOException {
        return writeSender(new DriverDirectory(path), NOW_MS);
    }

    private static LinkFile writeSender(DriverDirectory directory, long nowMs) throws IOException {
        LinkFile sender = LinkFile.create(directory, SENDER, NOW_MS - 3_600_000);
        sender.peer("beta", "1.2.3");
        sender.state(State.UP);
        sender.beat(nowMs, new Figures(3, 123_456_789, 65_432, 12_288, 3_100_000, 412_000, 17, 4096));
        return sender;
    }
}
