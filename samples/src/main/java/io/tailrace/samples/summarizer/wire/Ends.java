/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.wire;

import io.tailrace.Publication;
import io.tailrace.samples.summarizer.codecs.EndDecoder;
import io.tailrace.samples.summarizer.codecs.EndEncoder;
import io.tailrace.sbe.SbeClaim;

/** Writes and reads the ends of sources. */
final class Ends {
    private Ends() {}

    /** Writes an end; waits while there is no room. */
    static void put(Publication publication, End end) throws InterruptedException {
        try (SbeClaim<EndEncoder> claim = new SbeClaim<>(publication, new EndEncoder())) {
            Patience.await(timeout -> claim.tryClaim(0, timeout));
            claim.encoder()
                    .source(end.source())
                    .sequence(end.sequence())
                    .part(end.part())
                    .parts(end.parts());
            claim.commit();
        }
    }

    static End of(EndDecoder end) {
        return new End(end.source(), end.sequence(), end.part(), end.parts());
    }
}
