/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import io.tailrace.Tailrace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** The last stage: writes its share of the summaries, which no other thread or process accesses. Not thread-safe. */
final class Summarize implements AutoCloseable {
    private final RejectFile rejectFile;
    private final Path summaryFile;
    private final SummarizerState state;
    private final SnapshotReader reader;
    private final Consumer<String> talk;

    /**
     * Continues from the snapshot in the directory, if there is one.
     *
     * @param pipeline its name
     * @param index which of the summarizers this is, from 0 on
     * @param of how many there are
     * @param talk takes lines for the user
     * @throws IOException if a snapshot is damaged, or of other summaries
     */
    Summarize(Tailrace tailrace, String pipeline, int index, int of, Path directory, Consumer<String> talk)
            throws IOException {
        this.talk = talk;
        Files.createDirectories(directory);
        String name = pipeline + "-summarize-" + index + "-of-" + of;
        List<Definition> own = IntStream.range(0, Definition.ALL.size())
                .filter(i -> i % of == index)
                .mapToObj(Definition.ALL::get)
                .toList();
        this.rejectFile = new RejectFile(directory.resolve("rejects-" + index + ".tsv"));
        this.summaryFile = summaryFile(directory, index);
        this.state = new SummarizerState(own, rejectFile);
        this.reader = new SnapshotReader(tailrace, pipeline + "-events", name, directory, state, talk);
    }

    private static Path summaryFile(Path directory, int index) {
        return directory.resolve("summaries-" + index + ".jsonl");
    }

    /**
     * Works until all sources have ended, or until it is stopped if it runs on. Takes a snapshot and writes the
     * summaries then, and each time that all sources have ended.
     *
     * @throws IOException if a snapshot or the summaries cannot be written
     */
    void run(boolean isLasting, BooleanSupplier isStopped) throws IOException, InterruptedException {
        Sources sources = state.sources();
        long writtenLineCount = -1;
        boolean goesOn = true;
        while (goesOn) {
            reader.poll();
            boolean haveEnded = sources.haveEnded();
            goesOn = (isLasting || !haveEnded) && !isStopped.getAsBoolean();
            if (!goesOn || (haveEnded && sources.lineCount() != writtenLineCount)) {
                reader.take();
                writeSummaries();
                writtenLineCount = sources.lineCount();
                talk.accept("summaries written: lines=" + writtenLineCount + ", repeated=" + sources.repeatedCount());
            }
        }
    }

    private void writeSummaries() throws IOException {
        Path next = summaryFile.resolveSibling(summaryFile.getFileName() + ".next");
        try {
            Files.write(next, state.toLines());
            Files.move(next, summaryFile, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new IOException("cannot write summaries: file=" + summaryFile, e);
        }
    }

    /** {@return the summaries of all summarizers as one JSON object} */
    static String merge(Path directory, int of) throws IOException {
        String counts = "";
        List<String> summaries = new ArrayList<>();
        for (int i = 0; i < of; i++) {
            List<String> lines = Files.readAllLines(summaryFile(directory, i));
            counts = lines.get(0);
            summaries.addAll(lines.subList(1, lines.size()));
        }
        String begin = counts.substring(0, counts.length() - 1);
        return begin + ",\"summaries\":[\n" + String.join(",\n", summaries) + "\n]}";
    }

    @Override
    public void close() throws IOException {
        reader.close();
        rejectFile.close();
    }
}
