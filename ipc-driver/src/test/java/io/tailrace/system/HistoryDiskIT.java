/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tailrace.history.HistoryConfig.WhenFull;
import io.tailrace.system.HistoryCast.Reader;
import io.tailrace.testing.Await;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A historian whose disk is full, and has space again: a small tmpfs, and ext4 on a loop device. Needs root. */
@Tag("faults")
final class HistoryDiskIT {
    private static final long MEBIBYTE = 1 << 20;
    private static final long SLOW_NS = 2_000_000;
    private static final int STANDSTILL_MS = 1_000;

    @RegisterExtension
    final Scene scene = new Scene();

    private Path disk;

    private static String run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return process.waitFor() == 0 ? "" : List.of(command) + ": " + output;
    }

    private void mount(String kind) throws Exception {
        disk = Files.createDirectory(scene.root().resolve("disk"));
        String failure;
        if (kind.equals("tmpfs")) {
            failure = run("mount", "-t", "tmpfs", "-o", "size=24m", "tmpfs", disk.toString());
        } else {
            Path image = scene.root().resolve("image");
            failure = run("truncate", "-s", "32M", image.toString())
                    + run("mkfs.ext4", "-q", "-F", image.toString())
                    + run("mount", "-o", "loop", image.toString(), disk.toString());
        }
        if (!failure.isEmpty()) {
            disk = null;
        }
        assumeTrue(failure.isEmpty(), () -> "nothing can be mounted here: " + failure);
    }

    @AfterEach
    void unmount() throws Exception {
        if (disk != null) {
            assertEquals("", run("umount", "-l", disk.toString()));
        }
    }

    /** Takes almost all of the space. */
    private Path fill() throws IOException {
        Path filler = disk.resolve("filler");
        long free = Files.getFileStore(disk).getUsableSpace();
        Files.write(filler, new byte[(int) (free - 4 * MEBIBYTE)]);
        return filler;
    }

    @ParameterizedTest
    @CsvSource({"tmpfs, BLOCK", "tmpfs, DROP", "ext4, BLOCK", "ext4, DROP"})
    void itGoesOnWhenThereIsSpace(String kind, WhenFull whenFull) throws Exception {
        mount(kind);
        Path filler = fill();
        HistoryCast cast = new HistoryCast(scene, disk.resolve("history"));
        cast.begin(whenFull, "concurrent");
        Reader live = cast.startReader("live", "CATCH_UP");
        cast.assertGoesOn();
        Reader slow = cast.startReader("slow", "CATCH_UP");
        slow.pause(SLOW_NS);

        String news = cast.historian().awaitLine("NEWS");
        assertTrue(news.contains("no space for history: path=" + disk), news);
        long before = cast.accepted();
        Thread.sleep(STANDSTILL_MS);
        if (whenFull == WhenFull.BLOCK) {
            before = cast.accepted();
            Thread.sleep(STANDSTILL_MS);
            assertEquals(before, cast.accepted(), "publishers wait");
        } else {
            assertTrue(cast.accepted() > before, "publishers continue");
        }
        Files.delete(filler);

        cast.awaitMore(1_000);
        Await.until("it says that it goes on", () -> cast.historian().lines("NEWS").stream()
                .anyMatch(line -> line.contains("history continues")));
        assertEquals("", cast.historian().err());
        if (whenFull == WhenFull.BLOCK) {
            System.out.println("HistoryDiskIT, " + kind + ": " + cast.end());
            return;
        }
        slow.pause(0);
        slow.awaitLive(true);
        // On a busy machine it may have been overrun meanwhile, where history has a gap.
        assertTrue(live.get(Follower.LOST) == 0 || live.get(Follower.TOLD) > 0, live::toString);
        assertTrue(slow.get(Follower.LOST) > 0 && slow.get(Follower.TOLD) > 0, slow::toString);
        assertEquals(0, slow.get(Follower.REPEATED), slow::toString);
    }
}
