/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.query;

import io.tailrace.samples.summarizer.codecs.MessageHeaderDecoder;
import io.tailrace.samples.summarizer.codecs.MessageHeaderEncoder;
import io.tailrace.samples.summarizer.codecs.SummariesDecoder;
import io.tailrace.samples.summarizer.codecs.SummariesEncoder;
import io.tailrace.samples.summarizer.summary.Definition;
import io.tailrace.samples.summarizer.summary.Definitions;
import io.tailrace.samples.summarizer.summary.Summary;
import io.tailrace.samples.summarizer.summary.SummaryJson;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * A summary that was written down, as it goes from one process to another.
 *
 * @param version of its events
 * @param name of the summary, one of a kind within its version
 * @param json an object
 */
record SummaryText(int version, String name, String json) {
    /** Bytes of a message that are beside the JSON of a summary; more than its name and all lengths need. */
    private static final int MAX_FRAMING = 256;

    /** As {@link Definitions} lists them. */
    static final Comparator<SummaryText> IN_ORDER =
            Comparator.comparing(SummaryText::version).thenComparing(SummaryText::place);

    /** {@return a summary, written down} For the thread that it belongs to. */
    static SummaryText of(Summary summary) {
        Definition definition = summary.definition();
        return new SummaryText(definition.version(), definition.name(), SummaryJson.of(summary));
    }

    private int place() {
        return Definitions.ofVersion(version).stream()
                .map(Definition::name)
                .toList()
                .indexOf(name);
    }

    /** {@return what says that this is too long} Hostile names can make it so. */
    private SummaryText orReason(int limit) {
        int length = bytes(json).length;
        if (length <= limit) {
            return this;
        }
        String reason = "too long to be sent: length=" + length + ", limit=" + limit;
        return new SummaryText(
                version,
                name,
                "{\"name\":\"" + name + "\",\"version\":" + version + ",\"events\":0,\"groups\":{},\"error\":\""
                        + reason + "\"}");
    }

    /**
     * Encodes summaries. One that is too long for its share of the message says so instead.
     *
     * @param limit the most bytes
     * @return the length of the message
     */
    static int write(List<SummaryText> summaries, MutableDirectBuffer buffer, int limit) {
        int share = limit / Math.max(1, summaries.size()) - MAX_FRAMING;
        SummariesEncoder encoder = new SummariesEncoder().wrapAndApplyHeader(buffer, 0, new MessageHeaderEncoder());
        SummariesEncoder.TextsEncoder texts = encoder.textsCount(summaries.size());
        for (SummaryText summary : summaries) {
            byte[] json = bytes(summary.orReason(share).json);
            texts.next().version((short) summary.version).name(summary.name).putJson(json, 0, json.length);
        }
        return MessageHeaderEncoder.ENCODED_LENGTH + encoder.encodedLength();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** {@return the summaries of a message} */
    static List<SummaryText> read(DirectBuffer buffer, int offset) {
        SummariesDecoder decoder =
                new SummariesDecoder().wrapAndApplyHeader(buffer, offset, new MessageHeaderDecoder());
        List<SummaryText> summaries = new ArrayList<>();
        for (SummariesDecoder.TextsDecoder text : decoder.texts()) {
            summaries.add(new SummaryText(text.version(), text.name(), text.json()));
        }
        return summaries;
    }
}
