/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.command.Terminal;
import io.tailrace.tools.command.Termination;
import io.tailrace.tools.web.ListenAddress;
import java.lang.reflect.Field;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class CommandTreeTest {
    private final CommandLine root = CommandTree.root(new Termination(), Terminal.PLAIN, false);

    @Test
    void everyExitCodeHasItsLine() throws IllegalAccessException {
        String usage = root.getSubcommands().get("exit-codes").getUsageMessage(CommandLine.Help.Ansi.OFF);
        for (Field field : ExitCode.class.getFields()) {
            assertTrue(usage.matches("(?s).*\n +" + field.get(null) + " +\\S.*"), field.getName() + " in " + usage);
        }
    }

    @Test
    void aDriverServesThePageAtTheUsualPlaceIfNothingElseIsSaid() {
        CommandLine.ParseResult parsed =
                root.parseArgs("driver", "--web", "--group", "quotes").subcommand();
        assertEquals(
                ListenAddress.parse(ListenAddress.DEFAULT),
                parsed.matchedOption("--web").getValue());
    }
}
