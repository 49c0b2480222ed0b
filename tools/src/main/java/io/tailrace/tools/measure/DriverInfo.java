/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.measure;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tailrace.control.ControlFile;
import io.tailrace.control.DriverDirectory;
import io.tailrace.log.LogLayout;
import io.tailrace.tools.command.CommandException;
import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.command.Quantity;
import java.io.IOException;
import java.nio.file.Path;

/**
 * The driver that something is measured with.
 *
 * @param termLength of the logs, unless their publications ask for another one
 */
record DriverInfo(Path directory, long pid, int termLength) {
    /** {@return the one that lives in a directory} */
    static DriverInfo read(Path path) throws IOException {
        DriverDirectory directory = new DriverDirectory(path);
        try (ControlFile control = ControlFile.openReadOnly(directory.controlFile())) {
            return new DriverInfo(path, directory.examineDriver().pid(), control.termLength());
        }
    }

    /**
     * Looks whether a message of a size fits into its logs.
     *
     * @throws CommandException if not
     */
    void requireRoomFor(long size) {
        int longest = LogLayout.maxMessageLength(termLength);
        if (size > longest) {
            throw new CommandException(
                    ExitCode.USAGE,
                    "message too long: size=" + size + ", longest=" + longest
                            + ". Longer ones need a greater --term-length of the driver");
        }
    }

    /** {@return all of it in a line} */
    String describe() {
        return "driver " + pid + " in " + directory + ", terms of " + Quantity.shortBytes(termLength);
    }

    /** Writes all of it as fields of an object. */
    void write(JsonGenerator json) throws IOException {
        json.writeStringField("directory", directory.toString());
        json.writeNumberField("driverPid", pid);
        json.writeNumberField("termLength", termLength);
    }
}
