/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.wire;

import io.tailrace.OfferTimeoutException;
import io.tailrace.Publication;
import java.time.Duration;

/** Waits as long as it takes. That who reads is slow, or not there yet, is no failure: it holds back who writes. */
final class Patience {
    private static final Duration A_WHILE = Duration.ofSeconds(1);

    private Patience() {}

    /** An offer or a claim that waits. */
    interface Offer {
        /**
         * Makes it.
         *
         * @throws OfferTimeoutException if the timeout ends first, or the thread is interrupted
         */
        void within(Duration timeout);
    }

    /** Waits until an offer is accepted. */
    static void await(Offer offer) throws InterruptedException {
        boolean isAccepted = false;
        while (!isAccepted) {
            isAccepted = awaitAWhile(offer);
        }
    }

    /** Waits until so many read. */
    static void awaitReaders(Publication publication, int count) throws InterruptedException {
        while (!publication.awaitSubscribers(count, A_WHILE)) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
    }

    /** {@return whether an offer was accepted before long} */
    static boolean awaitAWhile(Offer offer) throws InterruptedException {
        try {
            offer.within(A_WHILE);
            return true;
        } catch (OfferTimeoutException e) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            return false;
        }
    }
}
