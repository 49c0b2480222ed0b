/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.measure;

import com.fasterxml.jackson.core.JsonGenerator;
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
record Machine(
        String jdk,
        int processors,
        String model,
        String kernel,
        @Nullable Long coreToCoreNs) {
    private static final String UNKNOWN = "unknown";

    /** {@return this one} Measures for some 40 ms, half a second where others have the processors. */
    static Machine measure() {
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
    String describe() {
        return processors + (processors == 1 ? " processor" : " processors") + " (" + model + "), " + kernel + ", JDK "
                + jdk
                + (coreToCoreNs == null
                        ? ""
                        : "; a bare word there and back between two of them: " + Quantity.latency(coreToCoreNs));
    }

    /** Writes all of it as fields of an object. */
    void write(JsonGenerator json) throws IOException {
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
}
