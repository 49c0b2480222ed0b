/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.act;

import io.tailrace.Tailrace;
import io.tailrace.control.DriverDirectory;
import io.tailrace.inspect.Snapshot;
import io.tailrace.inspect.SnapshotReader;
import io.tailrace.inspect.StreamView;
import io.tailrace.tools.command.CommandException;
import io.tailrace.tools.command.Connector;
import io.tailrace.tools.command.Console;
import io.tailrace.tools.command.EscapedText;
import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.command.Output;
import io.tailrace.tools.command.Patterns;
import io.tailrace.tools.command.Quantity;
import io.tailrace.tools.command.Terminal;
import io.tailrace.tools.command.ToolCommand;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Scanner;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** A command that takes messages from a subscriber and therefore asks first. */
public abstract class InterventionCommand extends ToolCommand {
    static final long LOOK_NS = 100_000_000;

    @Option(
            names = {"-y", "--yes"},
            description = "Do not ask; required without a terminal.")
    private boolean yes;

    private volatile @Nullable String answer;

    @Override
    public final Integer call() throws IOException {
        DriverDirectory driver = directory().ofDriver();
        String name = getClass().getAnnotation(Command.class).name();
        try (Tailrace tailrace = Connector.connect(driver.path(), name);
                SnapshotReader reader = new SnapshotReader(driver, context().host());
                Output out = context().newOutput().get()) {
            String consequence = plan(reader.read());
            if (yes || isAgreed(consequence)) {
                return carryOut(tailrace, reader, out);
            }
            Console.say("nothing was changed");
            return termination().isRequested() ? termination().interruptedCode() : ExitCode.OK;
        }
    }

    /**
     * {@return the action and the loss it causes, as the beginning of a sentence}
     *
     * @throws CommandException if there is nothing to do
     */
    abstract String plan(Snapshot now);

    /** Acts, reports what was lost, and returns the exit code. */
    abstract int carryOut(Tailrace tailrace, SnapshotReader reader, Output out) throws IOException;

    private boolean isAgreed(String consequence) {
        if (!Terminal.isInput()) {
            throw new CommandException(ExitCode.USAGE, consequence + ". Without a terminal, confirm with --yes");
        }
        Console.say(consequence + ". Continue? [y/N]");
        Thread asking = new Thread("tailrace-answer") { // A signal does not end the read of a line.
                    @Override
                    public void run() {
                        Scanner input = new Scanner(System.in, StandardCharsets.UTF_8);
                        answer = input.hasNextLine() ? input.nextLine() : "";
                        termination().wake();
                    }
                };
        asking.setDaemon(true);
        asking.start();
        while (answer == null && !termination().isRequested()) {
            termination().sleep(LOOK_NS);
        }
        return answer != null && answer.strip().matches("(?i)y(es)?");
    }

    static StreamView stream(Snapshot now, String name) {
        StreamView found = now.stream(name);
        if (found == null) {
            throw nothing("no such stream: " + EscapedText.quote(name), now.streamNames());
        }
        return found;
    }

    static CommandException nothing(String problem, List<String> names) {
        return new CommandException(ExitCode.NO_DRIVER, problem + "; there are: " + Patterns.list(names));
    }

    /** {@return the amount that a subscriber has not read, as a text} */
    static String unread(long bytes) {
        return Quantity.shortBytes(bytes) + " of messages";
    }
}
