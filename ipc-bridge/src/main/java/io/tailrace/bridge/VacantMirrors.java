/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.bridge;

import io.tailrace.Origin;
import io.tailrace.control.DriverDirectory;
import io.tailrace.file.MappedFile;
import io.tailrace.log.LogFiles;
import io.tailrace.log.LogLayout;
import io.tailrace.log.LogMeta;
import io.tailrace.log.LogMirror;
import io.tailrace.log.MirrorState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The mirrors in a driver's directory that no receiver feeds: the ones left by an earlier receiver. */
final class VacantMirrors {
    /** One vacant mirror. */
    record Found(Origin origin, String stream, int termLength, long position) {}

    private VacantMirrors() {}

    static List<Found> list(DriverDirectory directory) throws IOException {
        List<Path> logs;
        try (Stream<Path> folders = Files.list(directory.logs())) {
            logs = folders.filter(folder -> DriverDirectory.parseId(String.valueOf(folder.getFileName())) >= 0)
                    .toList();
        }
        List<Found> vacant = new ArrayList<>();
        for (Path log : logs) {
            Found found = read(log);
            if (found != null) {
                vacant.add(found);
            }
        }
        return vacant;
    }

    private static boolean isVacant(LogMeta meta) {
        return MirrorState.vacantSinceNs(meta) != 0
                && MirrorState.sourceEndAcquire(meta) == MirrorState.GOES_ON
                && meta.endPositionAcquire() == LogLayout.NONE;
    }

    private static @Nullable Found read(Path log) throws IOException {
        try (MappedFile file = LogLayout.FORMAT.openReadOnly(LogFiles.metaPath(log))) {
            LogMeta meta = new LogMeta(file.buffer());
            LogMeta.Constants constants = meta.constants();
            LogMirror mirror = constants.mirror();
            return mirror == null || !isVacant(meta)
                    ? null
                    : new Found(
                            new Origin(mirror.originHost(), mirror.originLogId()),
                            constants.stream(),
                            constants.termLength(),
                            constants.beginPosition());
        } catch (NoSuchFileException e) {
            return null; // It was deleted meanwhile.
        }
    }
}
