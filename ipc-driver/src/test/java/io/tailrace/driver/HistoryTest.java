/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.PublicationConfig;
import io.tailrace.RegistrationException;
import io.tailrace.SubscriptionConfig;
import io.tailrace.Tailrace;
import io.tailrace.control.DriverDirectory;
import io.tailrace.control.EventView;
import io.tailrace.control.EventView.Kind;
import io.tailrace.inspect.EventsReader;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A driver notes events of its clients and streams. {@code EventRingIT} tests deaths. */
final class HistoryTest extends WithRig {
    private static final String STREAM = "quotes";

    private Tailrace client;

    @BeforeEach
    void connect() {
        client = Tailrace.connect(rig.clientConfig().withName("risk"));
    }

    private List<EventView> events(Kind kind) {
        EventsReader read = EventsReader.of(new DriverDirectory(rig.directory()));
        assertEquals(List.of(), read.unreadable());
        return read.all().stream().filter(event -> event.kind() == kind).toList();
    }

    /** {@return the only event of a kind, once it exists} It is about the client. */
    private EventView await(Kind kind) {
        rig.until(kind + " is noted", () -> {
            client.invoke();
            return !events(kind).isEmpty();
        });
        assertEquals(1, events(kind).size(), () -> events(kind).toString());
        EventView event = events(kind).get(0);
        assertEquals("risk", event.program(), event::words);
        assertEquals(client.clientId(), event.clientId(), event::words);
        assertEquals(ProcessHandle.current().pid(), event.pid(), event::words);
        return event;
    }

    @Test
    void aDriverThatStartsAndAClientThatComesAndLeavesAreNoted() {
        await(Kind.CLIENT_CAME);
        assertEquals(1, events(Kind.DRIVER_STARTED).size());
        client.close();
        await(Kind.CLIENT_LEFT);
    }

    @Test
    void aRefusalAndANameThatIsGivenUpAreNoted() {
        client.addPublication(STREAM, PublicationConfig.DEFAULT.withTermLength(1 << 16));
        for (int i = 0; i < 3; i++) {
            assertThrows(
                    RegistrationException.class,
                    () -> client.addPublication(STREAM, PublicationConfig.DEFAULT.withTermLength(1 << 20)));
        }

        EventView refusal = await(Kind.REFUSED);
        assertEquals(STREAM, refusal.stream());
        assertTrue(refusal.detail().contains("3 times since "), refusal::words);
        client.addSubscription(STREAM, SubscriptionConfig.DEFAULT.withName("audit", Duration.ofMillis(20)))
                .close();
        assertEquals("audit", await(Kind.RELEASED).subscription());
        client.close();
    }
}
