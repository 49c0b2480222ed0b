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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Java in README compiles as it is printed: with the imports that an editor adds, in a method of its own. */
class ReadmeTest {
    private static final Pattern BLOCK = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
    private static final String IMPORTS = """
            import io.tailrace.*;
            import java.nio.charset.StandardCharsets;
            import java.time.Duration;
            """;

    @TempDir
    Path directory;

    @Test
    void javaInTheReadmeCompiles() throws IOException {
        StringBuilder source = new StringBuilder(IMPORTS).append("class Readme {\n");
        Matcher block = BLOCK.matcher(Files.readString(Path.of("../README.md")));
        int blocks = 0;
        while (block.find()) {
            source.append("void block")
                    .append(blocks++)
                    .append("() {\n")
                    .append(block.group(1))
                    .append("}\n");
        }
        source.append("}\n");

        assertTrue(blocks >= 2, "blocks=" + blocks);
        assertEquals("", compile(source.toString()));
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
