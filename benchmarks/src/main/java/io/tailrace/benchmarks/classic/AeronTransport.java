/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.classic;

import io.aeron.Publication;
import io.aeron.Subscription;
import io.aeron.logbuffer.BufferClaim;
import io.aeron.logbuffer.FragmentHandler;
import io.tailrace.benchmarks.lab.EmbeddedAeron;
import java.util.List;
import java.util.stream.IntStream;
import org.agrona.concurrent.AgentInvoker;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/** Aeron IPC with an embedded media driver; each producer has its own publication of one stream. */
final class AeronTransport implements Transport {
    /** The talk's, and ours. */
    static final int FRAGMENT_LIMIT = 128;

    private static final int STREAM = 1;
    private static final int POLLS_PER_DRIVER_CYCLE = 8;

    /** Their count: in the middle of an array, because what lies beside an object may be another thread's. */
    private static final int POLLS = 32;

    private final AeronSetup setup;
    private final EmbeddedAeron aeron;
    private final Subscription subscription;
    private final List<Publication> publications;
    private final @Nullable AgentInvoker driverCycle;
    private final FragmentHandler handler;
    private final int[] polls = new int[2 * POLLS];

    AeronTransport(AeronSetup setup, EmbeddedAeron aeron, int producers, Arrivals arrivals) {
        this.setup = setup;
        this.aeron = aeron;
        this.subscription = aeron.subscribe(STREAM);
        this.publications = IntStream.range(0, producers)
                .mapToObj(producer -> aeron.publish(setup.exclusive(), STREAM, subscription))
                .toList();
        this.driverCycle = aeron.driverCycle();
        this.handler = (buffer, offset, length, header) -> arrivals.take(buffer.getInt(offset));
    }

    @Override
    public Sender sender(int producer, int[] burst, Pause pause) {
        Publication publication = publications.get(producer);
        return setup.claims() ? claiming(publication, burst, pause) : offering(publication, burst, pause);
    }

    private static Sender offering(Publication publication, int[] burst, Pause pause) {
        UnsafeBuffer messages = EncodedBurst.agrona(burst);
        return () -> {
            for (int i = 0; i < burst.length; i++) {
                int looks = 0;
                while (publication.offer(messages, EncodedBurst.offset(i), Message.LENGTH) < 0) {
                    looks = pause.await(looks);
                }
            }
        };
    }

    private static Sender claiming(Publication publication, int[] burst, Pause pause) {
        BufferClaim claim = new BufferClaim();
        return () -> {
            for (int message : burst) {
                int looks = 0;
                while (publication.tryClaim(Message.LENGTH, claim) < 0) {
                    looks = pause.await(looks);
                }
                claim.buffer().putInt(claim.offset(), message);
                claim.commit();
            }
        };
    }

    @Override
    public boolean poll() {
        if (driverCycle != null && ++polls[POLLS] % POLLS_PER_DRIVER_CYCLE == 0) {
            driverCycle.invoke();
        }
        return subscription.poll(handler, FRAGMENT_LIMIT) > 0;
    }

    @Override
    public void close() {
        aeron.close();
    }
}
