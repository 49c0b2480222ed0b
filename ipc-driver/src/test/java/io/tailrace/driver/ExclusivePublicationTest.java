/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static io.tailrace.driver.Messages.offer;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.tailrace.Claim;
import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.Tailrace;
import io.tailrace.testing.MemoryDirectory;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ExclusivePublicationTest implements PublicationContract {
    @TempDir(factory = MemoryDirectory.class)
    Path parent;

    private PublicationFixture fixture;

    @BeforeEach
    void addPublication() {
        fixture = new PublicationFixture(parent, Tailrace::addExclusivePublication);
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Override
    public int window() {
        return Rig.TERM_LENGTH;
    }

    @Override
    public PublicationFixture fixture() {
        return fixture;
    }

    @Test
    void eachHasALogOfItsOwn() {
        Subscription subscription = fixture.subscribe();
        Publication first = fixture.publication();
        Publication second = fixture.client().addExclusivePublication(PublicationFixture.STREAM);
        Publication shared = fixture.client().addPublication(PublicationFixture.STREAM);
        fixture.rig().until("three images", () -> subscription.imageCount() == 3);

        offer(first, "a");
        offer(second, "b");
        offer(shared, "c");
        fixture.poll(subscription);

        assertNotEquals(first.logId(), second.logId());
        assertNotEquals(first.logId(), shared.logId());
        assertEquals(Set.of("a", "b", "c"), Set.copyOf(fixture.received().texts()));
        assertEquals(3, fixture.received().count());
    }

    @Test
    void itHasAtMostOneOpenClaim() {
        Subscription subscription = fixture.subscribe();
        Claim claim = new Claim();
        fixture.publication().tryClaim(1, claim);

        assertThrows(IllegalStateException.class, () -> fixture.publication().tryClaim(1, new Claim()));
        assertThrows(IllegalStateException.class, () -> offer(fixture.publication(), "x"));

        claim.buffer().putByte(0, (byte) 'a');
        claim.commit();
        offer(fixture.publication(), "b");
        fixture.poll(subscription);
        assertEquals(List.of("a", "b"), fixture.received().texts());
    }
}
