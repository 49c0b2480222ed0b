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
 * The machine on which something is measured.
 *
 * @param jdk the version of this JVM
 * @param processors how many processors it may use
 * @param model the model of the processors
 * @param kernel the version of the kernel
 * @param coreToCoreNs the round trip of a word between two processors, null if there is only one or others occupy them
 */
public record Machine(
        String jdk,
        int processors,
        String model,
        String kernel,
        @Nullable Long coreToCoreNs) {
    private static final String UNKNOWN = "unknown";

    /** {@return this machine} Takes some 40 ms, half a second if others occupy the processors. */
    public static Machine measure() {
        return new Machine(
                Runtime.version().toString(),
                Runtime.getRuntime().availableProcessors(),
                model(lines("/proc/cpuinfo")),
                System.getProperty("os.name") + ' ' + System.getProperty("os.version"),
                CoreToCore.measureNs());
    }

    /** Arm has no such field. */
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

    /** {@return the machine in a line} */
    public String describe() {
        return processors + (processors == 1 ? " processor" : " processors") + " (" + model + "), " + kernel + ", JDK "
                + jdk
                + (coreToCoreNs == null
                        ? ""
                        : "; a bare word there and back between two of them: " + Quantity.latency(coreToCoreNs));
    }

    /** Writes the machine as fields of an object. */
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
     * The driver of a measurement.
     *
     * @param termLength the length of a term, unless a publication asks for another one
     */
    public record DriverInfo(Path directory, long pid, int termLength) {
        /** {@return the driver that lives in a directory} */
        public static DriverInfo read(Path path) throws IOException {
            DriverDirectory directory = new DriverDirectory(path);
            try (ControlFile control = ControlFile.openReadOnly(directory.controlFile())) {
                return new DriverInfo(path, directory.examineDriver().pid(), control.termLength());
            }
        }

        /**
         * Requires that a message of a size fits into the driver's logs.
         *
         * @throws CommandException if it does not
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

        /** {@return the driver in a line} */
        public String describe() {
            return "driver " + pid + " in " + directory + ", terms of " + Quantity.shortBytes(termLength);
        }

        /** Writes the driver as fields of an object. */
        public void write(JsonGenerator json) throws IOException {
            json.writeStringField("directory", directory.toString());
            json.writeNumberField("driverPid", pid);
            json.writeNumberField("termLength", termLength);
        }
    }
}
