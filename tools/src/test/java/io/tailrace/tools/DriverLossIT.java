/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.tools.command.ExitCode;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Publisher and subscriber while their driver ends, and when the next one starts. */
class DriverLossIT {
    @RegisterExtension
    final ToolDirectory directory = ToolDirectory.create();

    private Tool driver;

    @BeforeEach
    void startDriver() throws IOException {
        driver = Tool.driver(directory);
    }

    @AfterEach
    void stopDriver() throws IOException {
        driver.close();
    }

    @Test
    void whenTheDriverEndsTheyWaitForTheNextOneAndGoOn() throws IOException {
        try (Tool sub = Tool.start(directory, "sub", "quotes");
                Tool pub = Tool.start(directory, "pub", "quotes")) {
            pub.input("one\n");
            sub.awaitOut("one\n");
            driver.terminate();
            driver.assertExit(ExitCode.OK);
            sub.awaitErr("tailrace: driver lost; open streams continue, new ones wait for the next driver: "
                    + "tailrace driver --dir " + directory.driver());
            pub.awaitErr("tailrace: driver lost; ");
            pub.input("two\n");
            sub.awaitOut("two\n");
            driver = Tool.driver(directory);
            sub.awaitErr("tailrace: driver back: dir=" + directory.driver() + "\n");
            pub.awaitErr("tailrace: driver back: ");
            pub.input("three\n");
            pub.endInput();
            pub.assertExit(ExitCode.OK);
            assertEquals(List.of("3 sent"), pub.err().lines().skip(2).toList());
            sub.awaitOut("three\n");
            sub.terminate();
            sub.assertExit(ExitCode.OK);
            assertEquals("one\ntwo\nthree\n", sub.out());
        }
    }

    @Test
    void subscriberEndsAfterItsTimeWithoutADriverToo() throws IOException {
        try (Tool sub = Tool.start(directory, "sub", "quotes", "--for", "3s");
                Tool pub = Tool.start(directory, "pub", "quotes")) {
            pub.input("message\n");
            sub.awaitOut("message\n");
            driver.terminate();
            sub.awaitErr("driver lost");
            sub.assertExit(ExitCode.OK);
            assertEquals("message\n", sub.out());
            assertTrue(sub.err().contains("\n1 received, "), sub::err);
        }
    }
}
