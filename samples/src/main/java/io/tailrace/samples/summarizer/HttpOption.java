/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import io.tailrace.samples.summarizer.live.Live;
import io.tailrace.samples.summarizer.page.PageServer;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code --http}: shows a run in a browser, also when it is over, until a signal ends the program. */
final class HttpOption {
    private static final int MAX_PORT = 65_535;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--http",
            paramLabel = "PORT",
            description = "Shows live figures and summaries at this port of this host, 0 for any that is free; what is"
                    + " shown stays until Ctrl-C.")
    private @Nullable Integer port;

    /** {@return what serves the page; null if nobody wants it} */
    @Nullable
    PageServer serve(Live live) throws IOException {
        if (port == null) {
            return null;
        }
        Range.check(spec, "--http", port, 0, MAX_PORT);
        PageServer server = PageServer.start(port, live);
        System.err.println("page: " + server.address());
        return server;
    }
}
