/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.sweep;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/** The file of the raw points, one JSON object a line, in the order in which they were measured. */
public final class Points {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path file;

    /** In the directory of a sweep. */
    public Points(Path directory) {
        this.file = directory.resolve("points.jsonl");
    }

    /** {@return whether there are any} */
    public boolean exist() {
        return Files.exists(file);
    }

    /** Adds one at the end. */
    public void add(Point point) throws IOException {
        String line = JSON.writeValueAsString(point) + '\n';
        try {
            Files.writeString(file, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new IOException("cannot write a point: file=" + file, e);
        }
    }

    /**
     * {@return all of them}
     *
     * @throws IOException if there are none, or a line is none
     */
    public List<Point> readAll() throws IOException {
        List<Point> all = new ArrayList<>();
        for (String line : readLines()) {
            try {
                all.add(JSON.readValue(line, Point.class));
            } catch (IOException e) {
                throw new IOException("no point of a sweep: file=" + file + ", line=" + (all.size() + 1), e);
            }
        }
        return all;
    }

    private List<String> readLines() throws IOException {
        try {
            return Files.readAllLines(file, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IOException("cannot read points: file=" + file, e);
        }
    }
}
