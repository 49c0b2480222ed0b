/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.Publication;
import io.tailrace.Tailrace;
import io.tailrace.driver.DriverConfig;
import io.tailrace.driver.MediaDriver;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.tools.command.ExitCode;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import uk.co.real_logic.sbe.ir.IrEncoder;
import uk.co.real_logic.sbe.xml.IrGenerator;
import uk.co.real_logic.sbe.xml.ParserOptions;
import uk.co.real_logic.sbe.xml.XmlSchemaParser;

/** A dump as people use it, with a living driver. */
@Tag("smoke")
class DumpIT {
    @RegisterExtension
    final ToolDirectory directory = ToolDirectory.create();

    private MediaDriver driver;
    private Tailrace tailrace;
    private Publication publication;

    @BeforeEach
    void startDriver() {
        driver = MediaDriver.launch(DriverConfig.DEFAULT.withDirectory(directory.driver()));
        tailrace = Tailrace.connect(directory.driver());
        publication = tailrace.addPublication("quotes");
        tailrace.addSubscription("quotes"); // The publication needs a subscriber.
        assertTrue(publication.awaitSubscribers(1, Duration.ofSeconds(20)));
    }

    @AfterEach
    void stopDriver() {
        tailrace.close();
        driver.close();
    }

    private void publish(byte[] message) {
        assertTrue(publication.offer(MappedBuffer.of(message), 0, message.length) > 0);
    }

    private void publish(String text) {
        publish(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void followsUntilASignal() throws Exception {
        publish("before");
        try (Tool dump = Tool.start(directory, "dump", "quotes", "-f")) {
            dump.awaitOut("\"before\"");
            publish("after");
            dump.awaitOut("\"after\"");
            dump.signal("TERM");
            dump.assertExit(ExitCode.OK);
            assertTrue(dump.out().endsWith("2 frames, 11 bytes, 0 pads, 0 uncommitted\n"), dump::out);
            assertEquals("", dump.err());
        }
    }

    /** In the JVM that a user gets: SBE's own reader of schemas would fail there. */
    @Test
    void decodesMessagesWithoutAFlag() throws Exception {
        Path schema = directory.path().resolve("market.sbeir");
        try (InputStream in = Files.newInputStream(Path.of("src/test/resources/market.xml"));
                IrEncoder encoder = new IrEncoder(
                        schema.toString(),
                        new IrGenerator().generate(XmlSchemaParser.parse(in, ParserOptions.DEFAULT)))) {
            encoder.encode();
        }
        byte[] message = new byte[18];
        ByteBuffer.wrap(message)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putShort((short) 0)
                .putShort((short) 4)
                .putShort((short) 77)
                .putShort((short) 1)
                .putShort((short) 0)
                .putInt(1)
                .putInt(0);
        publish(message);
        try (Tool dump = Tool.run(directory, Tool.plain("dump", "quotes", "--sbe", schema.toString()))) {
            dump.assertExit(ExitCode.OK);
            assertEquals("", dump.err());
            assertTrue(dump.out().contains("  Empties {\"none\":[{\"text\":\"\"}]}\n"), dump::out);
        }
    }
}
