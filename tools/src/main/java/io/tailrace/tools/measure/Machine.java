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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where something is measured.
 *
 * @param jdk version of this JVM
 * @param processors that it may use
 * @param model of the processors
 * @param kernel version
 * @param coreToCoreNs the round trip of a word between two processors, null if there is only one or others have them
 */
public record Machine(
        String jdk,
        int processors,
        String model,
        String kernel,
        @Nullable Long coreToCoreNs) {
    private static final String UNKNOWN = "unknown";

    /** {@return this one} Measures for some 40 ms, half a second where others have the processors. */
    public static Machine measure() {
        return new Machine(
                Runtime.version().toString(),
                Runtime.getRuntime().availableProcessors(),
                model(lines("/proc/cpuinfo")),
                System.getProperty("os.name") + ' ' + System.getProperty("os.version"),
                CoreToCore.measureNs());
    }

    /** Arm has no field for it. */
    static String model(List<String> cpuinfo) {
        return cpuinfo.stream()
                .filter(line -> line.startsWith("model name"))
                .map(line -> line.substring(line.indexOf(':') + 1).strip())
                .findFirst()
                .orElse(UNKNOWN + " model");
    }

    private static List<String> lines(String file) {
        try {
            return Files.readAllLines(Path.of(file));
        } catch (IOException e) {
            return List.of();
        }
    }

    /** {@return all of it in a line} */
    public String describe() {
        return processors + (processors == 1 ? " processor" : " processors") + " (" + model + "), " + kernel + ", JDK "
                + jdk
                + (coreToCoreNs == null
                        ? ""
                        : "; a bare word there and back between two of them: " + Quantity.latency(coreToCoreNs));
    }

    /** Writes all of it as fields of an object. */
    public void write(JsonGenerator json) throws IOException {
        json.writeStringField("jdk", jdk);
        json.writeNumberField("processors", processors);
        json.writeStringField("model", model);
        json.writeStringField("kernel", kernel);
        if (coreToCoreNs == null) {
            json.writeNullField("coreToCoreNs");
        } else {
            json.writeNumberField("coreToCoreNs", coreToCoreNs);
        }
    }

    /**
     * The driver that something is measured with.
     *
     * @param termLength of the logs, unless their publications ask for another one
     */
    public record DriverInfo(Path directory, long pid, int termLength) {
        /** {@return the one that lives in a directory} */
        public static DriverInfo read(Path path) throws IOException {
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
        public void requireRoomFor(long size) {
            int longest = LogLayout.maxMessageLength(termLength);
            if (size > longest) {
                throw new CommandException(
                        ExitCode.USAGE,
                        "message too long: size=" + size + ", longest=" + longest
                                + ". Longer ones need a greater --term-length of the driver");
            }
        }

        /** {@return all of it in a line} */
        public String describe() {
            return "driver " + pid + " in " + directory + ", terms of " + Quantity.shortBytes(termLength);
        }

        /** Writes all of it as fields of an object. */
        public void write(JsonGenerator json) throws IOException {
            json.writeStringField("directory", directory.toString());
            json.writeNumberField("driverPid", pid);
            json.writeNumberField("termLength", termLength);
        }
    }
}
