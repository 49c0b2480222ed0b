/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The Java in documents compiles as printed: in a method of its own, with the imports that it or README names. */
class ReadmeTest {
    private static final Pattern BLOCK = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
    private static final String IMPORTS = """
            import io.tailrace.*;
            import java.nio.charset.StandardCharsets;
            import java.time.Duration;
            """;

    /** The text of a document introduces these names in words. */
    private static final String NAMES = """
            io.tailrace.Tailrace tailrace;
            io.tailrace.Subscription subscription;
            java.util.concurrent.Executor executor;
            void book(long instrument, long position) {}
            """;

    @TempDir
    Path directory;

    /** Of INJECTOR only the first block: the others leave out parts. */
    @ParameterizedTest
    @CsvSource({"README.md, 2", "docs/CONFIGURATION.md, 1", "docs/ASK.md, 3", "docs/INJECTOR.md, 1"})
    void javaInADocumentCompiles(String document, int blocks) throws IOException {
        StringBuilder imports = new StringBuilder(document.equals("README.md") ? IMPORTS : "");
        StringBuilder source = new StringBuilder("class Readme {\n").append(NAMES);
        Matcher block = BLOCK.matcher(Files.readString(Path.of("../" + document)));
        for (int i = 0; i < blocks; i++) {
            assertTrue(block.find(), "blocks=" + i);
            source.append("void block").append(i).append("() throws Exception {\n");
            block.group(1).lines().forEach(line -> (line.startsWith("import ") ? imports : source)
                    .append(line)
                    .append('\n'));
            source.append("}\n");
        }
        assertEquals("", compile(imports + "" + source + "}\n"));
    }

    /** {@return the compiler's messages, empty where it has none} */
    private String compile(String source) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter messages = new StringWriter();
        JavaFileObject file =
                new SimpleJavaFileObject(URI.create("string:///Readme.java"), JavaFileObject.Kind.SOURCE) {
                    @Override
                    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                        return source;
                    }
                };
        List<String> options =
                List.of("-proc:none", "-d", directory.toString(), "-classpath", System.getProperty("java.class.path"));
        boolean isCompiled = compiler.getTask(messages, null, null, options, null, List.of(file))
                .call();
        return isCompiled ? "" : messages.toString();
    }
}
