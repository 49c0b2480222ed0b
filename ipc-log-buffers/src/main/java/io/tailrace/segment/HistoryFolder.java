/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.segment;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** A directory with the history of streams. Any thread. */
public record HistoryFolder(Path path) {

    /** {@return the streams that have a segment, ordered by name} */
    public List<StreamHistory> streams() throws IOException {
        List<StreamHistory> streams = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(path, Files::isDirectory)) {
            for (Path entry : entries) {
                String name = StreamHistory.nameIn(entry);
                if (name != null) {
                    streams.add(new StreamHistory(entry, name));
                }
            }
        }
        streams.sort(Comparator.comparing(StreamHistory::name));
        return streams;
    }

    /** {@return the history of a stream, which need not exist} */
    public StreamHistory stream(String name) {
        return new StreamHistory(path.resolve(FolderName.of(name)), name);
    }
}
