/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.dump;

import static io.tailrace.log.LogLayout.KIND_CONCURRENT;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.control.ClientFiles;
import io.tailrace.file.FileAccess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The publishers that are named when readers of a log wait. */
class UncommittedTest {
    private static final String PUBLISHER = "publisher 0, client 951, pid 811";
    private static final String SECOND = "publisher 1, client 961, pid 821";

    @TempDir
    private Path directory;

    private TestLog newLog() {
        return new TestLog(directory, KIND_CONCURRENT);
    }

    private List<String> dump(String... options) {
        return DumpRun.of(
                        directory,
                        Stream.concat(Stream.of("quotes", "-n", "0"), Stream.of(options))
                                .toArray(String[]::new))
                .assertOk()
                .lines();
    }

    private void assertSays(String line) {
        List<String> lines = dump();
        assertTrue(lines.contains("  " + line), () -> line + " not in " + lines);
    }

    private void assertHas(String text, String... options) {
        String all = dump(options).toString();
        assertTrue(all.contains(text), all);
    }

    private ClientFiles connect(long clientId) throws IOException {
        Files.createDirectories(directory.resolve("clients"));
        Path client = directory.resolve("clients").resolve(Long.toString(clientId));
        ClientFiles files = ClientFiles.create(client, FileAccess.PRIVATE, clientId, 1, "test");
        files.beat(System.nanoTime());
        return files;
    }

    @Test
    void theOwnerOfTheFirstClaimIsNamedAndThatItLivesOrForHowLongItHasBeenSilent() throws IOException {
        TestLog log = newLog();
        log.publish("a");
        log.appender.claimToHold(24);
        log.publish("b");
        log.appender.claimToHold(32);
        String line = "first uncommitted claim at 16, 24 bytes: by " + PUBLISHER;
        assertSays(line);
        assertHas(
                "\"firstUncommitted\":{\"position\":16,\"end\":40,\"hole\":false,\"owner\":0,"
                        + "\"publishers\":[{\"slot\":0,\"registrationId\":12,\"clientId\":951,\"pid\":811,"
                        + "\"life\":\"UNKNOWN\",\"suspect\":false}]}",
                "--json");

        Files.createDirectories(directory.resolve("clients"));
        assertSays(line + ", dead");
        ClientFiles client = connect(TestLog.PUBLISHING_CLIENT);
        assertSays(line + ", lives");
        client.beat(System.nanoTime() - 3_600_000_000_000L);
        assertHas(line + ", lives, suspect: silent for 360");
        assertHas("\"life\":\"LIVES\",\"suspect\":true", "--json");
    }

    @Test
    void aHoleIsSaidWithItsRangeAndWhoCanHaveMadeIt() throws IOException {
        TestLog log = newLog();
        log.kept.addPublisher(30, 961, 821);
        log.publish("a");
        log.meta.getAndAddTail(40);
        log.publish("b");
        String hole = "hole from 16 to 56: claimed, no header yet; ";
        assertSays(hole + "by one of: " + PUBLISHER + "; " + SECOND);

        ClientFiles second = connect(961);
        assertSays(hole + "by one of: " + SECOND + ", lives");
        assertHas(
                "\"firstUncommitted\":{\"position\":16,\"end\":56,\"hole\":true,\"publishers\":[{\"slot\":1,",
                "--json");
        second.close();
        assertSays(hole + "no living publisher can fill it");
    }
}
