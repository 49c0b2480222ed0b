/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.peer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.benchmarks.peer.Candidate.Api;
import io.tailrace.benchmarks.peer.Candidate.Product;
import io.tailrace.benchmarks.peer.TailraceLibrary.TailraceVariant;
import io.tailrace.driver.DriverConfig;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Names are in raw data and between processes: they keep their meaning. */
class CandidateTest {
    @ParameterizedTest
    @CsvSource({
        "tailrace/exclusive/64k, TAILRACE, exclusive, 64k, '', OFFER",
        "tailrace/exclusive/64k@old/claim, TAILRACE, exclusive, 64k, @old, CLAIM",
        "aeron/concurrent/1m-subscriber/claim, AERON, concurrent, 1m-subscriber, '', CLAIM",
        "ladder/exclusive/sketch, LADDER, exclusive, sketch, '', OFFER"
    })
    void aNameTellsAllPartsAndIsToldAgain(
            String name, Product product, String kind, String variant, String build, Api api) {
        Candidate candidate = Candidate.named(name);
        assertEquals(new Candidate(product, kind, variant, build, api), candidate);
        assertEquals(name, candidate.toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"aeron/concurrent", "other", "aeron/both/4m", "aeron/concurrent/4m/offer/more", ""})
    void othersAreNone(String name) {
        assertThrows(IllegalArgumentException.class, () -> Candidate.named(name));
    }

    @Test
    void aVariantTellsTheTermsAndWhoRunsTheDriver() {
        assertEquals(new TailraceVariant("64k", 65_536, false), TailraceVariant.named("64k"));
        assertEquals(new TailraceVariant("1m-subscriber", 1 << 20, true), TailraceVariant.named("1m-subscriber"));
        int length = DriverConfig.DEFAULT_TERM_LENGTH;
        assertEquals(new TailraceVariant("default", length, false), TailraceVariant.named("default"));
        assertEquals(new TailraceVariant("subscriber", length, true), TailraceVariant.named("subscriber"));
        for (String wrong : List.of("", "shipped", "-subscriber", "1m-sleep", "1k", "3m")) {
            assertThrows(IllegalArgumentException.class, () -> TailraceVariant.named(wrong), wrong);
        }
    }

    @Test
    void tailraceAloneHasOtherBuilds() {
        Candidate tailrace = Candidate.named("tailrace/exclusive/default/claim");
        Candidate old = Candidate.named("tailrace/exclusive/default@old/claim");
        Candidate aeron = Candidate.named("aeron/exclusive/4m");
        assertEquals(List.of(tailrace, old), tailrace.withBuilds(Set.of("old")).toList());
        assertEquals(tailrace, old.inItsBuild());
        assertEquals(List.of(aeron), aeron.withBuilds(Set.of("old")).toList());
    }

    @Test
    void aeronAsShippedSendsLongMessagesInFragments() {
        Candidate shipped = Candidate.named("aeron/exclusive/shipped");
        assertTrue(shipped.carries(1024));
        assertFalse(shipped.carries(4096));
        assertTrue(shipped.by(Api.FRAGMENTS).carries(4096));
        assertFalse(shipped.by(Api.FRAGMENTS).carries(1024));
        assertTrue(Candidate.named("aeron/exclusive/4m").carries(4096));
    }
}
