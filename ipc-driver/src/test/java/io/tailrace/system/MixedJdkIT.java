/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.Optional;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Processes on different JDKs exchange messages: the driver on the publisher's JDK, and the reverse. */
final class MixedJdkIT {
    @RegisterExtension
    final Scene scene = new Scene();

    @ParameterizedTest(name = "{1}, the other JDK publishes: {0}")
    @CsvSource({"false, exclusive", "true, exclusive", "false, concurrent", "true, concurrent"})
    void messagesCrossJdks(boolean otherPublishes, String kind) throws Exception {
        Optional<Jvm> other = Jvm.other();
        assumeTrue(other.isPresent(), "no JDK of another major version found; -Dtailrace.test.jdk names one");
        Jvm publish = otherPublishes ? other.get() : Jvm.PLAIN;
        Jvm receive = otherPublishes ? Jvm.PLAIN : other.get();
        System.out.println("MixedJdkIT: " + publish.major() + " publishes, " + receive.major() + " subscribes");
        DeliveryIT.deliver(scene, publish, receive, kind, 1, 1);
    }
}
