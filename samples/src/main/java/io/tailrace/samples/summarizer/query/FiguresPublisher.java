/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.query;

import io.tailrace.ExclusivePublication;
import io.tailrace.PublicationConfig;
import io.tailrace.Tailrace;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.samples.summarizer.codecs.FiguresEncoder;
import io.tailrace.samples.summarizer.codecs.MessageHeaderEncoder;
import io.tailrace.samples.summarizer.event.Reject;
import io.tailrace.samples.summarizer.live.Figures;
import io.tailrace.samples.summarizer.live.StageFigures;
import io.tailrace.samples.summarizer.wire.Streams;
import java.time.Duration;
import java.util.Map;

/** Publishes the figures of a process, in a log of its own: by its end readers know that the process has ended. */
final class FiguresPublisher implements AutoCloseable {
    private static final int TERM_LENGTH = 64 * 1024;

    private final String process;
    private final ExclusivePublication publication;
    private final MappedBuffer message;
    private final MessageHeaderEncoder header = new MessageHeaderEncoder();
    private final FiguresEncoder encoder = new FiguresEncoder();

    FiguresPublisher(Tailrace tailrace, Streams streams, String process) {
        this.process = process;
        this.publication = tailrace.addExclusivePublication(
                streams.figures(),
                PublicationConfig.DEFAULT.withTermLength(TERM_LENGTH).withRetention(Duration.ZERO));
        this.message = MappedBuffer.allocate(publication.maxMessageLength());
    }

    /** Publishes figures; does not wait where there is no room, for newer ones follow. For one thread at a time. */
    void publish(Figures figures) {
        encoder.wrapAndApplyHeader(message, 0, header).isEnded((short) (figures.isEnded() ? 1 : 0));
        FiguresEncoder.StagesEncoder stages =
                encoder.stagesCount(figures.stages().size());
        for (StageFigures stage : figures.stages()) {
            stages.next()
                    .handledCount(stage.handledCount())
                    .perSecond(stage.perSecond())
                    .fill(stage.fill())
                    .step((short) stage.step().number())
                    .version((short) stage.version())
                    .name(stage.name());
        }
        FiguresEncoder.RejectsEncoder rejects =
                encoder.rejectsCount(figures.rejects().size());
        for (Map.Entry<Reject, Long> reject : figures.rejects().entrySet()) {
            rejects.next().lineCount(reject.getValue()).reason(reject.getKey().name());
        }
        encoder.process(process);
        publication.offer(message, 0, MessageHeaderEncoder.ENCODED_LENGTH + encoder.encodedLength());
    }

    @Override
    public void close() {
        publication.close();
    }
}
