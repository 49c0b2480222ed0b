/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.command;

import io.tailrace.inspect.LocalHost;
import io.tailrace.inspect.Storage;
import java.io.File;
import java.nio.file.Path;

/** This host, also with what only a command of the system tells. A library must not start processes; a tool may. */
public final class ToolHost extends LocalHost {
    private static final File NO_INPUT = new File("/dev/null");

    @Override
    public Storage storage(Path path) {
        String answer = Terminal.ask(
                NO_INPUT, "stat", "-f", "-c", "%c %d", Storage.existing(path).toString());
        return withInodes(super.storage(path), answer == null ? "" : answer);
    }

    /** @param answer the number of all inodes, 0 if they have no limit, and of the free ones */
    static Storage withInodes(Storage storage, String answer) {
        return answer.matches("[1-9]\\d{0,17} \\d{1,18}")
                ? storage.withFreeInodes(Long.parseLong(answer.substring(answer.indexOf(' ') + 1)))
                : storage;
    }
}
