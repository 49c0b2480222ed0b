/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.peer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.benchmarks.peer.Candidate.Api;
import io.tailrace.benchmarks.peer.Candidate.Product;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Names are in raw data and between processes: they keep their meaning. */
class CandidateTest {
    @ParameterizedTest
    @CsvSource({
        "tailrace/exclusive/64k, TAILRACE, exclusive, 64k, OFFER",
        "tailrace/exclusive/64k@old/claim, TAILRACE, exclusive, 64k, CLAIM",
        "aeron/concurrent/4m-claim, AERON, concurrent, 4m-claim, CLAIM_ONE_WORD",
        "aeron/exclusive/4m/claim, AERON, exclusive, 4m, CLAIM",
        "unix-socket, UNIX_SOCKET, '', '', OFFER",
        "jitter, JITTER, '', '', OFFER"
    })
    void aNameTellsProductKindVariantAndCall(String name, Product product, String kind, String variant, Api api) {
        Candidate candidate = new Candidate(name);
        assertEquals(product, candidate.product());
        assertEquals(kind, candidate.kind());
        assertEquals(variant, candidate.variant());
        assertEquals(api, candidate.api());
    }

    @Test
    void partsMakeTheName() {
        assertEquals(
                "aeron/exclusive/1m/claim",
                Candidate.of(Product.AERON, "exclusive", "1m", Api.CLAIM).name());
        assertEquals("raw-lines", Candidate.of(Product.RAW_LINES).toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"aeron/concurrent", "other/concurrent/4m", "aeron/concurrent/4m/offer/more", ""})
    void othersAreNone(String name) {
        assertThrows(IllegalArgumentException.class, () -> new Candidate(name));
    }

    @Test
    void tailraceAloneHasOtherBuilds() {
        Candidate tailrace = new Candidate("tailrace/exclusive/default/claim");
        Candidate old = new Candidate("tailrace/exclusive/default@old/claim");
        Candidate aeron = new Candidate("aeron/exclusive/4m");

        assertEquals(List.of(tailrace, old), tailrace.withBuilds(Set.of("old")).toList());
        assertEquals("@old", old.build());
        assertEquals(tailrace, old.inItsBuild());
        assertEquals(List.of(aeron), aeron.withBuilds(Set.of("old")).toList());
    }

    @Test
    void aBatchIsNumbered(@TempDir Path directory) {
        try (Library tailrace = new Candidate("tailrace/exclusive/64k/batch").open(directory.resolve("driver"))) {
            List<Long> taken = new ArrayList<>();
            Library.Receiver receiver = tailrace.receiver(1, taken::add, false);
            Library.Sender sender = tailrace.sender(1);
            tailrace.awaitConnection();
            assertTrue(sender.send(11, 3, 8));
            assertEquals(3, receiver.poll(10));
            assertEquals(List.of(11L, 12L, 13L), taken);
        }
    }
}
