/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/** A recording of the Flight Recorder of this JVM. */
public final class EventRecording implements AutoCloseable {
    private static final String PREFIX = "io.tailrace.";

    private final Recording recording = new Recording();
    private final Path file;

    /** Begins to record with the settings of a program that configures nothing. */
    public EventRecording(Path folder) {
        this(folder, Map.of());
    }

    /** Begins to record; {@code thresholds} are keyed by the name of an event, as in {@link #events}. */
    public EventRecording(Path folder, Map<String, Duration> thresholds) {
        this.file = folder.resolve("events.jfr");
        thresholds.forEach((name, least) -> recording.enable(PREFIX + name).withThreshold(least));
        recording.start();
    }

    /** {@return the events of this name, given without "io.tailrace.", recorded so far, in their order} */
    public List<RecordedEvent> events(String name) {
        try {
            recording.dump(file);
            return RecordingFile.readAllEvents(file).stream()
                    .filter(event -> event.getEventType().getName().equals(PREFIX + name))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        recording.close();
    }
}
