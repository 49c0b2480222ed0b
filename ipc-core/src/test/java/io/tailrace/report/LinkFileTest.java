/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tailrace.control.DriverDirectory;
import io.tailrace.file.MappedFile;
import io.tailrace.liveness.FileOwner;
import io.tailrace.report.LinkFile.Figures;
import io.tailrace.report.LinkFile.Identity;
import io.tailrace.report.LinkFile.Kind;
import io.tailrace.report.LinkFile.State;
import io.tailrace.report.LinkFile.View;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LinkFileTest {
    private static final Identity SENDER =
            new Identity(Kind.SEND, "bridge/10.0.0.2:9000", "10.0.0.2:9000", "alpha", "orders,md.*");
    private static final Identity RECEIVER =
            new Identity(Kind.RECEIVE, "bridge/alpha/10.0.0.2:9000", "10.0.0.2:9000", "beta", "orders,md.*");
    private static final Figures FIGURES = new Figures(2, 3_000, 4, 5_000, 6_000, 7_000, 8, 9_000);

    private final DriverDirectory directory;

    LinkFileTest(@TempDir Path path) {
        directory = new DriverDirectory(path);
    }

    private View only() throws IOException {
        List<View> views = LinkFile.list(directory);
        assertEquals(1, views.size(), views::toString);
        return views.get(0);
    }

    /** Another process, or the bridge itself: its contents there are overwritten. */
    private void overwrite(int offset, long value) throws IOException {
        try (MappedFile file = LinkFile.FORMAT.openReadWrite(only().path())) {
            file.buffer().putLong(offset, value);
        }
    }

    @Test
    void aNewLinkConnects() throws IOException {
        assertEquals(List.of(), LinkFile.list(directory));
        try (LinkFile file = LinkFile.create(directory, SENDER, 1_000)) {
            View view = only();

            assertEquals(SENDER, view.identity());
            assertEquals(directory.links().resolve("bridge%2F10.0.0.2%3A9000"), view.path());
            assertTrue(view.isAlive());
            assertEquals(State.CONNECTING, view.state());
            assertEquals(ProcessHandle.current().pid(), view.pid());
            assertEquals(List.of(1_000L, 1_000L), List.of(view.startedMs(), view.heartbeatMs()));
            assertEquals(new Figures(0, 0, 0, 0, 0, 0, 0, 0), view.figures());
            assertEquals(List.of("", "", "", ""), texts(view));
            assertEquals(0, view.errorMs());
            assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(view.path())));
            assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.links())));
        }
    }

    private static List<String> texts(View view) {
        return List.of(view.peerHost(), view.peerVersion(), view.heldBy(), view.error());
    }

    @Test
    void whatALinkSaysIsReadAlsoAfterItsEndUntilTheNextOfItsName() throws IOException {
        LinkFile sender = LinkFile.create(directory, SENDER, 1_000);
        try (LinkFile file = LinkFile.create(directory, RECEIVER, 1_000)) {
            file.beat(2_000, FIGURES);
            file.peer("alpha", "1.2");
            file.heldBy("audit on orders");
            file.error(1_500, "it went wrong");
            long beganNs = System.nanoTime();
            file.state(State.HELD);
            long heldNs = receiver().stateNs();
            file.state(State.HELD);
            View view = receiver();

            assertEquals(List.of(SENDER, RECEIVER), identities(), "by their names");
            assertEquals(FIGURES, view.figures());
            assertEquals(2_000, view.heartbeatMs());
            assertEquals(State.HELD, view.state());
            assertTrue(heldNs - beganNs >= 0 && heldNs - System.nanoTime() <= 0);
            assertEquals(heldNs, view.stateNs(), "it was said again");
            assertEquals(List.of("alpha", "1.2", "audit on orders", "it went wrong"), texts(view));
            assertEquals(1_500, view.errorMs());
            file.heldBy("");
            assertEquals("", receiver().heldBy());
            file.state(State.ENDED);
        }
        assertFalse(receiver().isAlive());
        assertEquals(State.ENDED, receiver().state());
        LinkFile.create(directory, RECEIVER, 3_000).close();
        assertEquals(3_000, receiver().startedMs());
        sender.close();
    }

    private View receiver() throws IOException {
        return LinkFile.list(directory).get(1);
    }

    private List<Identity> identities() throws IOException {
        return LinkFile.list(directory).stream().map(View::identity).toList();
    }

    @Test
    void aProcessThatIsGoneOrHiddenAndSilentIsNotAlive() throws IOException {
        assumeTrue(Files.exists(Path.of("/proc/self/ns/pid")), "this host does not distinguish its processes");
        try (LinkFile file = LinkFile.create(directory, SENDER, 1_000)) {
            file.beat(2_000, FIGURES);
            overwrite(FileOwner.NAMESPACES_OFFSET, 0);
            assertTrue(only().isAlive(), "the heartbeat is all that is known");
            overwrite(LinkFile.HEARTBEAT_NS_OFFSET, System.nanoTime() - 6_000_000_000L);
            assertFalse(only().isAlive());
        }
        try (LinkFile file = LinkFile.create(directory, SENDER, 1_000)) {
            file.beat(2_000, FIGURES);
            overwrite(FileOwner.START_TICKS_OFFSET, 1);
            assertFalse(only().isAlive());
        }
    }

    @Test
    void whatIsNoLinkIsLeftOut() throws IOException {
        LinkFile.create(directory, SENDER, 1_000).close();
        Files.writeString(directory.links().resolve("text"), "text");
        Files.createDirectory(directory.links().resolve("directory"));
        Files.createFile(directory.links().resolve("empty"));
        Files.createSymbolicLink(directory.links().resolve("symbolic"), only().path());
        Files.copy(only().path(), directory.links().resolve("half.making"));

        assertEquals(SENDER, only().identity());
    }

    @Test
    void whatAHostileBridgeWritesDoesNoHarm() throws IOException {
        try (LinkFile file = LinkFile.create(directory, SENDER, 1_000)) {
            file.heldBy("a\u001b[2Jb\n" + "x".repeat(LinkFile.HELD_BY.length()));
            overwrite(LinkFile.STATE_OFFSET, 99);
            overwrite(LinkFile.NAME.lengthOffset(), -1);

            assertEquals(State.UNKNOWN, only().state());
            assertEquals("", only().identity().name());
            assertEquals("", only().identity().address());
            assertTrue(only().heldBy().startsWith("a?[2Jb?xxx"));
            assertEquals(LinkFile.HELD_BY.length(), only().heldBy().length());

            overwrite(LinkFile.TEXT_SEQUENCE_OFFSET, 3);

            assertEquals(List.of("", "", "", ""), texts(only()), "it died while it wrote");
        }
    }

    @Test
    void aTextIsReadWhole() throws Exception {
        try (LinkFile file = LinkFile.create(directory, SENDER, 1_000)) {
            AtomicBoolean ends = new AtomicBoolean();
            Thread writer = new Thread(() -> {
                for (int i = 0; !ends.get(); i++) {
                    String text = Character.toString('a' + i % 26).repeat(40);
                    file.peer(text, text);
                }
            });
            writer.start();
            for (int i = 0; i < 200; i++) {
                View view = only();
                assertEquals(view.peerHost(), view.peerVersion());
                assertTrue(view.peerHost().chars().distinct().count() <= 1, view::peerHost);
            }
            ends.set(true);
            writer.join();
        }
    }
}
