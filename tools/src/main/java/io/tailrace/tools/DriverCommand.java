/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import io.tailrace.control.DriverDirectory;
import io.tailrace.driver.DirectoryException;
import io.tailrace.driver.DriverConfig;
import io.tailrace.driver.Limits;
import io.tailrace.driver.MediaDriver;
import io.tailrace.driver.Retention;
import io.tailrace.inspect.LocalHost;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.tools.command.CommandException;
import io.tailrace.tools.command.Console;
import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.command.Quantity;
import io.tailrace.tools.command.ToolCommand;
import io.tailrace.tools.web.ListenAddress;
import io.tailrace.tools.web.WebPage;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tailrace driver}: runs the media driver until a signal. */
@Command(
        name = "driver",
        description = "Runs the media driver until SIGTERM or Ctrl-C. Prints 'READY dir=... pid=...' "
                + "once clients can connect, then how its threads sleep, how it reaches memory, and "
                + "the address of its page.",
        footer = {
            "Threads sleep by futexes, or by sockets, which wake them more slowly. Memory is reached "
                    + "by address, or by ByteBuffer, which is slower. The output names what is missing: on JDK "
                    + "24 and newer, --enable-native-access=ALL-UNNAMED.",
            "Example:",
            "  tailrace driver --dir /dev/shm/quotes --term-length 16m"
        })
final class DriverCommand extends ToolCommand {
    @Option(
            names = "--term-length",
            paramLabel = "SIZE",
            converter = Quantity.Bytes.class,
            description = "Length of a log's three terms, a power of two from 64k to 1g. Default: 4m.")
    private long termLength = DriverConfig.DEFAULT_TERM_LENGTH;

    @Option(
            names = "--retain",
            paramLabel = "TIME",
            description = "How long a log outlives its last publisher, such as 30s or 2h. Default: 10m.")
    private Duration retain = Retention.DEFAULT.time();

    @Option(
            names = "--retain-bytes",
            paramLabel = "SIZE",
            converter = Quantity.Bytes.class,
            description = "Limit on the bytes of retained logs; the oldest goes first. Default: 64m.")
    private long retainBytes = Retention.DEFAULT.bytes();

    @Option(
            names = "--max-logs",
            paramLabel = "N",
            description = "Limit on logs; retained logs are removed first. Default: 10k.")
    private long maxLogs = Limits.DEFAULT.logs();

    @Option(
            names = "--max-log-bytes",
            paramLabel = "SIZE",
            converter = Quantity.Bytes.class,
            description = "Limit on the bytes of all logs. Default: the directory's space.")
    private long maxLogBytes = Limits.DEFAULT.logBytes();

    @Option(
            names = "--max-per-client",
            paramLabel = "N",
            description = "Limit on the publications and subscriptions of a client. Default: 10k.")
    private long maxPerClient = Limits.DEFAULT.perClient();

    @Option(names = "--group", paramLabel = "NAME", description = "Group of users that may share the files.")
    private @Nullable String group;

    @Option(
            names = "--web",
            paramLabel = "ADDRESS",
            arity = "0..1",
            fallbackValue = ListenAddress.DEFAULT,
            converter = ListenAddress.Converter.class,
            description = "Also serve the page of tailrace web, to this host. Default: " + ListenAddress.DEFAULT + ".")
    private @Nullable ListenAddress web;

    private volatile boolean filesRemoved;

    @Override
    public Integer call() throws IOException {
        DriverConfig config = DriverConfig.DEFAULT
                .withDirectory(directory().path())
                .withTermLength(Quantity.termLength(termLength))
                .withGroup(group)
                .withRetention(new Retention(retain, retainBytes))
                .withLimits(new Limits(most(maxLogs), maxLogBytes, most(maxPerClient)))
                .withErrorHandler(this::report);
        try (WebPage page = startPage();
                MediaDriver driver = MediaDriver.launch(config)) {
            String ready = "dir=" + driver.directory() + " pid="
                    + ProcessHandle.current().pid() + "\nsleepers: " + MediaDriver.sleepMechanism() + "\nmemory: "
                    + MappedBuffer.access();
            if (!serve(page == null ? ready : ready + "\npage: " + page.url(), driver::isRunning)) {
                // The reason was reported when it happened.
                throw new CommandException(
                        filesRemoved ? ExitCode.IO_FAILED : ExitCode.INTERNAL,
                        "the driver has ended unexpectedly: dir=" + driver.directory());
            }
        }
        return ExitCode.OK;
    }

    /**
     * {@return the page, null if it is not asked for} It is started before the driver, so that nothing has begun if its
     * port is taken.
     */
    private @Nullable WebPage startPage() throws IOException {
        if (web == null) {
            return null;
        }
        web.requireLoopback("Use a process of its own: tailrace web --expose --listen " + web);
        return WebPage.start(new DriverDirectory(directory().path()), new LocalHost(), web, Console::error);
    }

    /** {@return a number in the type of the library, which checks its range} */
    private static int most(long count) {
        return (int) Math.min(count, Integer.MAX_VALUE);
    }

    private void report(Throwable error) {
        Console.error(error);
        if (error instanceof DirectoryException) {
            filesRemoved = true;
            termination().wake();
        }
    }
}
