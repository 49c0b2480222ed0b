/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import io.tailrace.tools.command.Terminal;
import io.tailrace.tools.command.Termination;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine;

/** Writes the manual pages, for the build: into the folder that is its argument. */
public final class ManPagesMain {
    private ManPagesMain() {}

    public static void main(String[] arguments) throws IOException {
        write(Path.of(arguments[0]));
    }

    static void write(Path folder) throws IOException {
        CommandLine root = CommandTree.root(new Termination(), Terminal.PLAIN, false);
        Files.createDirectories(folder);
        Files.writeString(folder.resolve("tailrace.1"), CommandTree.manPage(root));
        for (CommandLine command : root.getSubcommands().values()) {
            if (!command.getCommandSpec().usageMessage().hidden()) {
                String name = command.getCommandSpec().qualifiedName("-");
                Files.writeString(folder.resolve(name + ".1"), ManPage.of(command.getCommandSpec()));
            }
        }
    }
}
