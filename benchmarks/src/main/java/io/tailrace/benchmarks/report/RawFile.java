/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.report;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/**
 * The measurements of a section with a JDK, a line for each: {@code SECTION-jdkNN.jsonl}. Each is written at once, so a
 * run that ends early leaves its measurements. Replaces an existing file.
 */
public final class RawFile implements AutoCloseable {
    private static final String SUFFIX = ".jsonl";
    private static final String COMPRESSED = SUFFIX + ".gz";

    private final PrintStream lines;

    /** Creates the directory, too, if it does not exist. */
    public RawFile(Path directory, String section, int jdk) {
        try {
            Files.createDirectories(directory);
            Path file = directory.resolve(section + "-jdk" + jdk + SUFFIX);
            lines = new PrintStream(Files.newOutputStream(file), true, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Adds a line. */
    public void write(Measurement measurement) {
        lines.println(measurement.toJson());
        if (lines.checkError()) {
            throw new IllegalStateException("could not write a measurement: is there space left?");
        }
    }

    @Override
    public void close() {
        lines.close();
    }

    /** {@return the measurements of all files of a directory, compressed or not} */
    public static List<Measurement> readAll(Path directory) {
        try (Stream<Path> files = Files.list(directory)) {
            List<Measurement> measurements = new ArrayList<>();
            files.filter(RawFile::isRawData).sorted().forEach(file -> measurements.addAll(read(file)));
            return measurements;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isRawData(Path file) {
        String name = file.getFileName().toString();
        return name.endsWith(SUFFIX) || name.endsWith(COMPRESSED);
    }

    private static List<Measurement> read(Path file) {
        try (InputStream bytes = Files.newInputStream(file);
                BufferedReader reader = new BufferedReader(new InputStreamReader(
                        file.toString().endsWith(COMPRESSED) ? new GZIPInputStream(bytes) : bytes,
                        StandardCharsets.UTF_8))) {
            return reader.lines().map(Measurement::parse).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
