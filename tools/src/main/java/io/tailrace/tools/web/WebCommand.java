/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.web;

import io.tailrace.control.DriverDirectory;
import io.tailrace.inspect.LocalHost;
import io.tailrace.internal.ErrorText;
import io.tailrace.tools.command.CommandException;
import io.tailrace.tools.command.Console;
import io.tailrace.tools.command.DirectoryOption;
import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.command.ToolCommand;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Serves a live page about a driver to browsers, until a signal. */
@Command(
        name = "web",
        description = "Serves a live page about a media driver, alive or dead, to browsers on this host "
                + "until a signal. Prints 'READY page=... dir=...'. Read-only.",
        footer = {
            "The page shows what top, clients and events show, errors too, the last hour of each stream, "
                    + "and the logs of each expanded stream. tailrace driver --web serves it without another "
                    + "process.",
            "There is no password: every user of this host can read names, processes and errors, but " + "no messages.",
            "Example:",
            "  ssh -L 8686:localhost:8686 HOST tailrace web",
            "  tailrace web --listen 9090"
        })
public final class WebCommand extends ToolCommand {
    @Option(
            names = "--listen",
            paramLabel = "ADDRESS",
            converter = ListenAddress.Converter.class,
            description = "Host and port, or a port; 0: any free port. Default: " + ListenAddress.DEFAULT + ".")
    private ListenAddress listen = ListenAddress.parse(ListenAddress.DEFAULT);

    @Option(names = "--expose", description = "Allow an address that other hosts can reach.")
    private boolean expose;

    @Override
    public Integer call() throws IOException {
        if (!expose) {
            listen.requireLoopback("--expose allows it");
        }
        DriverDirectory driver = new DriverDirectory(directory().path());
        try (WebPage page = WebPage.start(driver, new LocalHost(), listen, Console::error)) {
            tellExposure();
            tellAbsence(driver);
            if (!serve("page=" + page.url() + " dir=" + driver.path(), page::isRunning)) {
                // The reason was reported when it happened.
                throw new CommandException(ExitCode.INTERNAL, "the page has ended unexpectedly: dir=" + driver.path());
            }
        }
        return ExitCode.OK;
    }

    private void tellExposure() {
        if (!listen.isLoopback()) {
            Console.say("anyone who can reach " + listen + " can read the names of streams and subscriptions, users, "
                    + "processes and errors, without a password and unencrypted; no messages");
        }
    }

    private static void tellAbsence(DriverDirectory driver) {
        try {
            DirectoryOption.require(driver);
        } catch (CommandException | IOException e) {
            Console.say("nothing to show yet; the page waits for a driver: " + ErrorText.of(e));
        }
    }
}
