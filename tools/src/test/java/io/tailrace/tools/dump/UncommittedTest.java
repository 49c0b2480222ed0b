/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.dump;

import static io.tailrace.log.LogLayout.KIND_CONCURRENT;
import static io.tailrace.log.LogLayout.KIND_EXCLUSIVE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.control.ClientFiles;
import io.tailrace.file.FileAccess;
import io.tailrace.log.FrameLayout;
import io.tailrace.log.JoinAt;
import io.tailrace.log.Subscriber;
import io.tailrace.log.SubscriberName;
import io.tailrace.log.SubscriberPolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The publishers that are named when readers of a log wait. */
class UncommittedTest {
    private static final int T = TestLog.TERM_LENGTH;
    private static final String PUBLISHER = "publisher 0, client 951, pid 811";
    private static final String SECOND = "publisher 1, client 961, pid 821";

    @TempDir
    private Path directory;

    private TestLog newLog() {
        return new TestLog(directory, 17, "quotes", KIND_CONCURRENT);
    }

    private List<String> dump(String... options) {
        String[] arguments = new String[options.length + 3];
        arguments[0] = "quotes";
        arguments[1] = "-n";
        arguments[2] = "0";
        System.arraycopy(options, 0, arguments, 3, options.length);
        DumpRun run = DumpRun.of(directory, arguments);
        assertEquals(0, run.exitCode(), run.error());
        return run.lines();
    }

    private void assertSays(String line) {
        List<String> lines = dump();
        assertTrue(lines.contains("  " + line), () -> line + " not in " + lines);
    }

    private void connect(long clientId, boolean stays) throws IOException {
        connect(clientId, stays, 0);
    }

    private void connect(long clientId, boolean stays, long silentNs) throws IOException {
        Path clients = directory.resolve("clients");
        Files.createDirectories(clients);
        ClientFiles files =
                ClientFiles.create(clients.resolve(Long.toString(clientId)), FileAccess.PRIVATE, clientId, 1, "test");
        if (stays) {
            files.beat(System.nanoTime() - silentNs);
        } else {
            files.close();
        }
    }

    @Test
    void nobodyIsNamedWhereAllIsCommittedAndRead() {
        TestLog log = newLog();
        log.publish("a");
        log.consume();
        List<String> lines = dump();
        assertFalse(lines.toString().matches(".*(uncommitted|hole|behind).*"), lines::toString);
        assertTrue(dump("--json").get(0).endsWith(",\"firstUncommitted\":null,\"furthestBehind\":null}"));
    }

    @Test
    void theOwnerOfTheFirstClaimIsNamed() {
        TestLog log = newLog();
        log.publish("a");
        log.appender().claimToHold(24);
        log.publish("b");
        log.appender().claimToHold(32);
        assertSays("first uncommitted claim at 16, 24 bytes: by " + PUBLISHER);
        String json = dump("--json").get(0);
        assertTrue(
                json.contains("\"firstUncommitted\":{\"position\":16,\"end\":40,\"hole\":false,\"owner\":0,"
                        + "\"publishers\":[{\"slot\":0,\"registrationId\":12,\"clientId\":951,\"pid\":811,"
                        + "\"life\":\"UNKNOWN\",\"suspect\":false}]}"),
                json);
    }

    @Test
    void whetherItLivesIsSaidWhereItsLockTells() throws IOException {
        TestLog log = newLog();
        log.appender().claimToHold(24);
        Files.createDirectories(directory.resolve("clients"));
        assertSays("first uncommitted claim at 0, 24 bytes: by " + PUBLISHER + ", dead");
        connect(TestLog.PUBLISHING_CLIENT, true);
        assertSays("first uncommitted claim at 0, 24 bytes: by " + PUBLISHER + ", lives");
    }

    @Test
    void forHowLongAClientHasBeenSilentIsSaid() throws IOException {
        TestLog log = newLog();
        log.appender().claimToHold(24);
        connect(TestLog.PUBLISHING_CLIENT, true, 3_600_000_000_000L);
        String line = "  first uncommitted claim at 0, 24 bytes: by " + PUBLISHER + ", lives, suspect: silent for 360";
        List<String> lines = dump();
        assertTrue(lines.stream().anyMatch(actual -> actual.startsWith(line)), lines::toString);
        assertTrue(dump("--json").get(0).contains("\"life\":\"LIVES\",\"suspect\":true"));
    }

    @Test
    void anOwnerWhoseSlotIsFreeIsGone() {
        TestLog log = newLog();
        log.meta().getAndAddTail(24);
        log.plant(0, FrameLayout.header(-24, FrameLayout.TYPE_DATA, 9));
        assertSays("first uncommitted claim at 0, 24 bytes: by publisher 9, which is gone");
    }

    @Test
    void aHoleIsSaidWithItsRangeAndItsCandidates() throws IOException {
        TestLog log = newLog();
        log.kept().addPublisher(30, 961, 821);
        log.publish("a");
        log.meta().getAndAddTail(40);
        log.publish("b");
        assertSays("hole from 16 to 56: claimed, no header yet; by one of: " + PUBLISHER + "; " + SECOND);

        connect(961, true);
        assertSays("hole from 16 to 56: claimed, no header yet; by one of: " + SECOND + ", lives");
        String json = dump("--json").get(0);
        assertTrue(
                json.contains(
                        "\"firstUncommitted\":{\"position\":16,\"end\":56,\"hole\":true,\"publishers\":[{\"slot\":1,"),
                json);
        assertTrue(json.contains("\"life\":\"LIVES\""), json);
    }

    @Test
    void aHoleOfTheDeadAloneIsSaidToBeNobodys() throws IOException {
        TestLog log = newLog();
        log.meta().getAndAddTail(40);
        connect(TestLog.PUBLISHING_CLIENT, false);
        assertSays("hole from 0 to 40: claimed, no header yet; no living publisher can fill it");
    }

    @Test
    void aHoleGoesOnBehindTheEndOfItsTerm() {
        TestLog log = newLog();
        log.turnTo(T - 2000, 1016);
        long tail = log.tail();
        log.meta().getAndAddTail((int) (T - tail) + 80);
        assertSays("hole from " + tail + " to " + (T + 80) + ": claimed, no header yet; by one of: " + PUBLISHER);
    }

    @Test
    void theSlowestOfSeveralIsNamed() {
        TestLog log = newLog();
        log.publish("a");
        log.consume();
        log.publish("b");
        log.kept().addSubscriber(40, 970, 830, JoinAt.TAIL);
        log.publish("c");
        assertSays("furthest behind: subscriber 0, client 952, pid 812, by 32 bytes");
        log.read();
        assertSays("furthest behind: subscriber 1, client 970, pid 830, by 16 bytes");
    }

    @Test
    void nobodyIsBehindForWhomNobodyWaits() {
        TestLog log = newLog();
        log.kept().addSubscriber(40, 970, 830, JoinAt.TAIL, SubscriberPolicy.DROP);
        log.publish("a");
        log.read();
        List<String> lines = dump();
        assertFalse(lines.toString().contains("furthest behind"), lines::toString);
        assertTrue(lines.toString().contains("lag 16  policy drop"), lines::toString);
    }

    @Test
    void anEvictedSubscriberIsCalledSo() {
        TestLog log = newLog();
        int slot = log.kept().addSubscriber(40, 970, 830, JoinAt.TAIL, SubscriberPolicy.evict(7));
        log.publish("a");
        log.read();
        assertSays("furthest behind: subscriber 1, client 970, pid 830, by 16 bytes");
        log.meta().subscriberPolicyRelease(slot, SubscriberPolicy.KIND_DROP);
        List<String> lines = dump();
        assertFalse(lines.toString().contains("furthest behind"), lines::toString);
        assertTrue(lines.toString().contains("lag 16  policy evicted"), lines::toString);
    }

    @Test
    void aNameThatNobodyHoldsIsCalledVacant() {
        TestLog log = newLog();
        SubscriberName name = new SubscriberName("risk", 60_000_000_000L);
        log.kept().addSubscriber(new Subscriber(40, 970, 830, SubscriberPolicy.BLOCK, name), JoinAt.TAIL);
        log.publish("a");
        log.read();
        assertSays("furthest behind: subscriber 1, client 970, pid 830, by 16 bytes  name \"risk\"");

        log.kept().subscribers().vacate(40, System.nanoTime() + 60_500_000_000L);

        String told = dump().toString();
        assertTrue(told.contains("policy block  name \"risk\"  vacant, expires in 60 s"), told);
        assertTrue(told.contains("by 16 bytes  name \"risk\"  vacant, expires in 60 s"), told);
        assertTrue(dump("--json").get(0).contains("\"name\":\"risk\",\"vacantForNs\":60"));
    }

    @Test
    void anExclusiveLogNamesItsSlowest() {
        TestLog log = new TestLog(directory, 18, "quotes", KIND_EXCLUSIVE);
        log.publish("a");
        assertSays("furthest behind: subscriber 0, client 952, pid 812, by 16 bytes");
    }
}
