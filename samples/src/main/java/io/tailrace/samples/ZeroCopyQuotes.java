/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples;

import io.tailrace.Claim;
import io.tailrace.ExclusivePublication;
import io.tailrace.FrameHandler;
import io.tailrace.Subscription;
import io.tailrace.Tailrace;
import io.tailrace.samples.quotes.MessageHeaderDecoder;
import io.tailrace.samples.quotes.MessageHeaderEncoder;
import io.tailrace.samples.quotes.QuoteDecoder;
import io.tailrace.samples.quotes.QuoteEncoder;
import java.nio.file.Path;

/**
 * Encodes SBE messages directly into the log and decodes them there, so no byte is copied. Embeds a driver if none
 * runs.
 */
public final class ZeroCopyQuotes {
    private static final int QUOTES = 10;
    private static final int LENGTH = MessageHeaderEncoder.ENCODED_LENGTH + QuoteEncoder.BLOCK_LENGTH;

    private final MessageHeaderEncoder headerEncoder = new MessageHeaderEncoder();
    private final QuoteEncoder encoder = new QuoteEncoder();
    private final MessageHeaderDecoder headerDecoder = new MessageHeaderDecoder();
    private final QuoteDecoder decoder = new QuoteDecoder();
    private final Claim claim = new Claim();

    private boolean publish(ExclusivePublication publication, int instrument) {
        try (claim) {
            if (publication.tryClaim(LENGTH, claim) < 0) {
                return false; // No subscriber, or one is a window behind: try again later.
            }
            encoder.wrapAndApplyHeader(claim.buffer(), 0, headerEncoder);
            encoder.instrument(instrument).bid(100 + instrument).ask(101 + instrument);
            claim.commit(); // Without this line close() turns the space into padding.
            return true;
        }
    }

    public static void main(String[] args) {
        ZeroCopyQuotes quotes = new ZeroCopyQuotes();
        FrameHandler print = (buffer, offset, length, header) -> {
            quotes.decoder.wrapAndApplyHeader(buffer, offset, quotes.headerDecoder);
            System.out.println("instrument=" + quotes.decoder.instrument() + " bid=" + quotes.decoder.bid() + " ask="
                    + quotes.decoder.ask());
        };
        try (Tailrace tailrace = Tailrace.open(Path.of(args[0]));
                Subscription subscription = tailrace.addSubscription("quotes");
                ExclusivePublication publication = tailrace.addExclusivePublication("quotes")) {
            int published = 0;
            int received = 0;
            while (received < QUOTES) {
                published += published < QUOTES && quotes.publish(publication, published) ? 1 : 0;
                received += subscription.poll(print, 64);
            }
        }
    }
}
