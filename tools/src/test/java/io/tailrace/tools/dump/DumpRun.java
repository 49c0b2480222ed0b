/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.dump;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tailrace.tools.JsonSchemas;
import io.tailrace.tools.command.CommandRun;
import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.command.Termination;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import uk.co.real_logic.sbe.ir.IrEncoder;
import uk.co.real_logic.sbe.xml.IrGenerator;
import uk.co.real_logic.sbe.xml.ParserOptions;
import uk.co.real_logic.sbe.xml.XmlSchemaParser;

/** One call of {@code dump} and its result; its JSON is as the schema says. */
public record DumpRun(int exitCode, String out, String error) {
    public static DumpRun of(Path driverDirectory, String... arguments) {
        Stream<String> all = Stream.concat(Stream.of("--dir", driverDirectory.toString()), Stream.of(arguments));
        return of(all.toArray(String[]::new));
    }

    static DumpRun of(String... arguments) {
        return of(new Termination(), new ByteArrayOutputStream(), arguments);
    }

    static DumpRun of(Termination termination, OutputStream out, String... arguments) {
        CommandRun run = CommandRun.of(new DumpCommand(), termination, out, arguments);
        if (List.of(arguments).contains("--json")) {
            JsonSchemas.assertValid("dump", run.out());
        }
        return new DumpRun(run.exitCode(), run.out(), run.error());
    }

    /** Compiles the schema of the tests, with SBE's own tool, which needs the flag that these tests run with. */
    public static Path compileSchema(Path folder) throws Exception {
        Path file = folder.resolve("market.sbeir");
        try (InputStream in = Files.newInputStream(Path.of("src/test/resources/market.xml"));
                IrEncoder encoder = new IrEncoder(
                        file.toString(),
                        new IrGenerator().generate(XmlSchemaParser.parse(in, ParserOptions.DEFAULT)))) {
            encoder.encode();
        }
        return file;
    }

    DumpRun assertOk() {
        assertEquals(ExitCode.OK, exitCode, () -> error + out);
        return this;
    }

    List<String> lines() {
        return out.lines().toList();
    }

    /** {@return the lines of frames in the text format} */
    List<String> frames() {
        return lines().stream()
                .filter(line -> line.matches(" *[0-9]+ +[012] +[0-9]+  [A-Z].*"))
                .toList();
    }

    String lastLine() {
        List<String> lines = lines();
        return lines.isEmpty() ? "" : lines.get(lines.size() - 1);
    }
}
