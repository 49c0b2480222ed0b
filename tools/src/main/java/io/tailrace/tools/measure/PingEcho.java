/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.measure;

import io.tailrace.FrameHandler;
import io.tailrace.Publication;
import io.tailrace.PublicationConfig;
import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.Tailrace;
import io.tailrace.WaitPolicy;
import io.tailrace.tools.command.Connector;
import io.tailrace.tools.command.Termination;
import java.nio.file.Path;
import java.time.Duration;

/** The other end of {@code ping} in a process of its own: publishes each message that it receives. */
public final class PingEcho extends Part {
    /** The sub-command that only {@code ping} itself uses. */
    public static final String NAME = "ping-echo";

    /** The logs are deleted with their publishers, however these end: they are not retained for later readers. */
    static final PublicationConfig CONFIG = PublicationConfig.DEFAULT.withRetention(Duration.ZERO);

    private static final int FRAMES_A_POLL = 16;
    private static final Duration LONGEST_WAIT = Duration.ofMillis(100);
    /** Only one message is in flight; if there is no space for its echo, ping has stopped waiting for it. */
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final Path directory;
    private final String stream;
    private final WaitPolicy waitPolicy;
    private long echoed;

    /** Takes the arguments: name, directory, name of both streams, wait policy. */
    public PingEcho(String[] arguments, Termination termination) {
        super(termination);
        directory = Path.of(arguments[1]);
        stream = arguments[2];
        waitPolicy = WaitPolicy.valueOf(arguments[3]);
    }

    static String there(String stream) {
        return stream + "-there";
    }

    static String back(String stream) {
        return stream + "-back";
    }

    @Override
    protected void run() {
        try (Tailrace tailrace = Connector.connect(directory, "ping echo");
                Subscription there =
                        tailrace.addSubscription(there(stream), SubscriptionConfig.DEFAULT.withWaitPolicy(waitPolicy));
                Publication back = tailrace.addPublication(back(stream), CONFIG)) {
            FrameHandler echo = (buffer, offset, length, header) -> {
                back.offer(buffer, offset, length, PATIENCE);
                echoed++;
            };
            join();
            while (!termination().isRequested()) {
                int frames = there.poll(echo, FRAMES_A_POLL, LONGEST_WAIT);
                if (frames == 0 && !tailrace.isDriverAlive()) {
                    throw Connector.driverLost(tailrace, echoed + " echoed");
                }
            }
        }
    }
}
