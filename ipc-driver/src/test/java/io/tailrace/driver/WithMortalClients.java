/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** The setup for tests in which a subscriber dies, and the next one takes its name over. All in one thread. */
abstract class WithMortalClients extends WithInvokedDriver {
    static final String STREAM = "quotes";

    SimulatedClient publisher;
    SimulatedClient subscriber;

    @BeforeEach
    void launch() {
        publisher = client();
        subscriber = client();
    }

    SimulatedClient client() {
        // Its timeout uses a clock that a busy machine does not stop.
        return new SimulatedClient(clientConfig(), () -> 0);
    }

    Subscription subscribe(SubscriptionConfig subscriptionConfig) {
        return subscriber.tailrace().addSubscription(STREAM, subscriptionConfig);
    }

    @AfterEach
    void close() {
        subscriber.tailrace().close();
        publisher.tailrace().close();
        driver.close();
        assertEquals(List.of(), errors);
    }

    @Override
    void cycle() {
        super.cycle();
        publisher.tailrace().invoke();
    }
}
