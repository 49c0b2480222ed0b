/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.stream;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.Test;

class PollSizeTest {
    private static final Pattern INSTRUCTION = Pattern.compile("(?m)^ +(\\d+): ");

    @Test
    void messagesAreReadInAMethodThatIsCompiledOnItsOwn() throws Exception {
        String code = disassembled(LogImage.class);
        String method = code.substring(code.indexOf(" int pollInside("));
        int length = INSTRUCTION
                .matcher(method.substring(0, method.indexOf("Exception table:")))
                .results()
                .map(MatchResult::group)
                .mapToInt(each -> Integer.parseInt(each.replaceAll("\\D", "")))
                .max()
                .orElseThrow();
        int longestInlined = Integer.parseInt(ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                .getVMOption("FreqInlineSize")
                .getValue());
        assertTrue(length > longestInlined, () -> "length=" + length + ", inlined up to=" + longestInlined);
    }

    private static String disassembled(Class<?> type) throws Exception {
        String classes = Path.of(
                        type.getProtectionDomain().getCodeSource().getLocation().toURI())
                .toString();
        StringWriter text = new StringWriter();
        PrintWriter out = new PrintWriter(text);
        ToolProvider.findFirst("javap").orElseThrow().run(out, out, "-p", "-c", "-cp", classes, type.getName());
        return text.toString();
    }
}
