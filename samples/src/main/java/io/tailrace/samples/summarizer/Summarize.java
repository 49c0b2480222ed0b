/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import io.tailrace.Tailrace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** The last stage: writes its share of the summaries, which no other thread or process touches. For one thread. */
final class Summarize implements AutoCloseable {
    private final RejectFile rejectFile;
    private final SummarizerState state;
    private final SnapshotReader reader;
    private final SummaryFile summaryFile;
    private final Consumer<String> talk;

    /**
     * Goes on from the snapshot in the directory, if there is one.
     *
     * @param pipeline its name
     * @param index which of the summarizers this is, from 0 on
     * @param of how many there are
     * @param talk takes what a user should know, in lines
     * @throws IOException if there is a snapshot that is damaged, or of other summaries
     */
    public Summarize(Tailrace tailrace, String pipeline, int index, int of, Path directory, Consumer<String> talk)
            throws IOException {
        this.talk = talk;
        Files.createDirectories(directory);
        String name = pipeline + "-summarize-" + index + "-of-" + of;
        List<Definition> all = Definitions.all();
        List<Definition> own = IntStream.range(0, all.size())
                .filter(i -> i % of == index)
                .mapToObj(all::get)
                .toList();
        this.rejectFile = new RejectFile(directory.resolve("rejects-" + index + ".tsv"));
        this.summaryFile = new SummaryFile(SummaryFile.of(directory, index));
        this.state = new SummarizerState(own, rejectFile);
        SnapshotFile snapshot = new SnapshotFile(directory.resolve(name + ".snapshot"));
        this.reader = new SnapshotReader(
                tailrace, pipeline + "-events", name, snapshot, state, new MessageReader(state), talk);
        if (!reader.isRestored()) {
            rejectFile.open(0);
        }
        talk.accept((reader.isRestored() ? "goes on from: snapshot=" : "begins with empty summaries: snapshot=")
                + snapshot.path());
    }

    /**
     * Works until all sources have ended; if it lasts, until it is stopped. Then, and each time that all sources have
     * ended, writes the summaries, after a snapshot.
     *
     * @throws IOException if a snapshot or the summaries cannot be written
     */
    public void run(boolean isLasting, BooleanSupplier isStopped) throws IOException, InterruptedException {
        long writtenLineCount = -1;
        boolean goesOn = true;
        while (goesOn) {
            reader.poll();
            boolean hasEnded = state.hasEnded();
            goesOn = (isLasting || !hasEnded) && !isStopped.getAsBoolean();
            if (!goesOn || (hasEnded && state.lineCount() != writtenLineCount)) {
                reader.take();
                summaryFile.write(state);
                writtenLineCount = state.lineCount();
                talk.accept("summaries written: lines=" + writtenLineCount + ", came again=" + state.repeatedCount());
            }
        }
    }

    @Override
    public void close() throws IOException {
        reader.close();
        rejectFile.close();
    }
}
