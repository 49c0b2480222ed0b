/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.dump;

import static io.tailrace.log.LogLayout.KIND_CONCURRENT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.inspect.LogSnapshot;
import io.tailrace.tools.command.Output;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ListingTest {
    @TempDir
    private Path directory;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final Output out = new Output(bytes);

    private Listing listing() {
        TestLog log = new TestLog(directory, 1, "quotes", KIND_CONCURRENT);
        Report report = new Report(out, false, new PayloadStyle(PayloadStyle.Kind.TEXT, 64, null), null);
        report.log(log.directory(), LogSnapshot.read(log.buffers()), null);
        return new Listing(report, null);
    }

    private static Frame frame(long position) {
        Frame frame = new Frame();
        frame.start(position, position + 8, Frame.Kind.DATA, 8);
        return frame;
    }

    private List<String> lines() {
        out.flush();
        List<String> lines = bytes.toString(StandardCharsets.UTF_8).lines().toList();
        return lines.subList(lines.size() - 6, lines.size());
    }

    @Test
    void tellsWhatWasSkippedWhereItIsMissing() {
        Listing listing = listing();
        listing.add(frame(0));
        listing.add(frame(8));
        listing.onOverrun(16, 24);
        listing.onOverrun(24, 64);
        listing.add(frame(64));
        listing.onOverrun(72, 80);
        listing.end();
        List<String> lines = lines();
        assertTrue(lines.get(0).endsWith("payload"), lines.toString());
        assertTrue(lines.get(1).startsWith("               0  "), lines.toString());
        assertTrue(lines.get(2).startsWith("               8  "), lines.toString());
        assertEquals("48 bytes skipped, cleaned before they were read: from=16, to=64", lines.get(3));
        assertTrue(lines.get(4).startsWith("              64  "), lines.toString());
        assertEquals("8 bytes skipped, cleaned before they were read: from=72, to=80", lines.get(5));
        assertEquals(3, listing.totals().frames());
    }
}
