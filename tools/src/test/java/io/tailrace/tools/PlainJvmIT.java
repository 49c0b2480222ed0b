/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.Publication;
import io.tailrace.Tailrace;
import io.tailrace.driver.DriverConfig;
import io.tailrace.driver.MediaDriver;
import io.tailrace.tools.command.ExitCode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import uk.co.real_logic.sbe.ir.IrEncoder;
import uk.co.real_logic.sbe.xml.IrGenerator;
import uk.co.real_logic.sbe.xml.ParserOptions;
import uk.co.real_logic.sbe.xml.XmlSchemaParser;

/** The jar in the JVM that a user gets: its commands work without warnings of the JVM, and load no more than needed. */
class PlainJvmIT {
    @RegisterExtension
    final ToolDirectory directory = ToolDirectory.create();

    private String run(String line) throws IOException {
        try (Tool tool = Tool.run(directory, Tool.plain(line.split(" ")))) {
            tool.awaitQuietEnd();
            return tool.out();
        }
    }

    @Test
    void standardErrorHasNothingButTheSummary() throws IOException {
        try (Tool driver = Tool.driver(directory, Tool.plain("driver"));
                Tool sub = Tool.start(directory, Tool.plain("sub", "quotes", "--count", "1", "--format", "none"));
                Tool pub = Tool.run(directory, Tool.plain("pub", "quotes", "message", "--wait-subscriber", "1m"))) {
            sub.assertExit(ExitCode.OK);
            assertEquals(1, sub.err().lines().count(), sub::err);
            pub.assertExit(ExitCode.OK);
            assertEquals("1 sent\n", pub.err());
            assertTrue(run("clean").startsWith("driver"));
            driver.terminate();
            driver.awaitQuietEnd();
            assertEquals(3, driver.out().lines().count(), driver::out);
        }
    }

    @Test
    void versionAndHelpNeedNoDriver() throws IOException {
        assertTrue(run("--version").startsWith("tailrace "));
        for (String help : List.of("--help", "help pub", "dump -h")) {
            assertTrue(run(help).startsWith("Usage: tailrace"), help);
        }
    }

    /** SBE's own reader of schemas would fail without a flag. */
    @Test
    void dumpDecodesMessages() throws Exception {
        Path schema = directory.path().resolve("market.sbeir");
        try (InputStream in = Files.newInputStream(Path.of("src/test/resources/market.xml"));
                IrEncoder encoder = new IrEncoder(
                        schema.toString(),
                        new IrGenerator().generate(XmlSchemaParser.parse(in, ParserOptions.DEFAULT)))) {
            encoder.encode();
        }
        byte[] empties = HexFormat.of().parseHex("0000" + "0400" + "4d00" + "0100" + "0000" + "01000000" + "00000000");
        try (Tailrace tailrace = Tailrace.open(directory.driver());
                Publication publication = tailrace.addPublication("quotes")) {
            tailrace.addSubscription("quotes"); // The publication needs a subscriber.
            assertTrue(publication.offer(empties, Duration.ofSeconds(20)) > 0);
            String out = run("dump quotes --sbe " + schema);
            assertTrue(out.contains("  Empties {\"none\":[{\"text\":\"\"}]}\n"), out);
        }
    }

    @Test
    void onlyThePageLoadsTheClientLibraryOfPrometheus() throws IOException {
        try (MediaDriver driver = MediaDriver.launch(DriverConfig.DEFAULT.withDirectory(directory.driver()));
                Tool ls = Tool.run(directory, Tool.commandLine(List.of("-Xlog:class+load"), "ls"))) {
            ls.assertExit(ExitCode.OK);
            assertTrue(ls.out().contains("io.tailrace.tools.look.LsCommand"), "the rule would notice");
            assertFalse(ls.out().contains("io.prometheus."));
            assertTrue(driver.isRunning());
        }
        try (JarFile jar = new JarFile(Tool.JAR.toFile())) {
            assertTrue(jar.stream().anyMatch(entry -> entry.getName().startsWith("io/prometheus/")));
            assertFalse(jar.stream().anyMatch(entry -> entry.getName().startsWith("io/micrometer/")));
        }
    }
}
