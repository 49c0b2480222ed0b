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
import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.command.Output;
import io.tailrace.tools.command.Termination.Lifeline;
import io.tailrace.tools.command.ToolCommand;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The other end of {@code ping} in a process of its own: publishes each message that it receives. */
@Command(name = PingEcho.NAME, hidden = true)
public final class PingEcho extends ToolCommand {
    /** The sub-command that only {@code ping} itself uses. */
    public static final String NAME = "ping-echo";

    static final String JOINED = "JOINED";

    /** The logs are deleted with their publishers, however these end: they are not retained for later readers. */
    static final PublicationConfig CONFIG = PublicationConfig.DEFAULT.withRetention(Duration.ZERO);

    private static final int FRAMES_A_POLL = 16;
    private static final Duration LONGEST_WAIT = Duration.ofMillis(100);
    /** Only one message is in flight; if there is no space for its echo, ping has stopped waiting for it. */
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    @Parameters(index = "0")
    private String stream = "";

    @Parameters(index = "1")
    private WaitPolicy waitPolicy = WaitPolicy.BALANCED;

    @Mixin
    private final Lifeline lifeline = new Lifeline();

    private long echoed;

    static String there(String stream) {
        return stream + "-there";
    }

    static String back(String stream) {
        return stream + "-back";
    }

    @Override
    public Integer call() {
        lifeline.hold(termination());
        try (Tailrace tailrace = Connector.connect(directory().path(), "ping echo");
                Subscription there =
                        tailrace.addSubscription(there(stream), SubscriptionConfig.DEFAULT.withWaitPolicy(waitPolicy));
                Publication back = tailrace.addPublication(back(stream), CONFIG)) {
            FrameHandler echo = (buffer, offset, length, header) -> {
                back.offer(buffer, offset, length, PATIENCE);
                echoed++;
            };
            Output.standard().text(JOINED).newLine().flush();
            while (!termination().isRequested()) {
                int frames = there.poll(echo, FRAMES_A_POLL, LONGEST_WAIT);
                if (frames == 0 && !tailrace.isDriverAlive()) {
                    throw Connector.driverLost(tailrace, echoed + " echoed");
                }
            }
        }
        return ExitCode.OK;
    }
}
