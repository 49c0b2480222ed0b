/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples;

import io.tailrace.ExclusivePublication;
import io.tailrace.Subscription;
import io.tailrace.Tailrace;
import io.tailrace.samples.quotes.QuoteDecoder;
import io.tailrace.samples.quotes.QuoteEncoder;
import io.tailrace.sbe.SbeClaim;
import io.tailrace.sbe.SbeHandler;
import java.nio.file.Path;
import java.time.Duration;

/** {@link ZeroCopyQuotes} with typed claims and handlers, which know the codecs. No byte is copied here either. */
public final class TypedQuotes {
    private static final int QUOTES = 10;

    private TypedQuotes() {}

    public static void main(String[] args) {
        SbeHandler print = SbeHandler.of(
                new QuoteDecoder(),
                (quote, header) -> System.out.println(
                        "instrument=" + quote.instrument() + " bid=" + quote.bid() + " ask=" + quote.ask()));
        try (Tailrace tailrace = Tailrace.open(Path.of(args[0]));
                Subscription subscription = tailrace.addSubscription("quotes");
                ExclusivePublication publication = tailrace.addExclusivePublication("quotes");
                SbeClaim<QuoteEncoder> quote = new SbeClaim<>(publication, new QuoteEncoder())) {
            for (int i = 0; i < QUOTES; i++) {
                quote.claim(0, Duration.ofSeconds(1));
                quote.encoder().instrument(i).bid(100 + i).ask(101 + i);
                quote.commit();
            }
            int received = 0;
            while (received < QUOTES) {
                received += subscription.poll(print, 64, Duration.ofSeconds(1));
            }
        }
    }
}
