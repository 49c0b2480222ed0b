/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/** A recording of the Flight Recorder of this JVM, as a program opens it that configures nothing. */
public final class EventRecording implements AutoCloseable {
    private final Recording recording = new Recording();
    private final Path file;

    /** Begins to record. */
    public EventRecording(Path folder) {
        this.file = folder.resolve("events.jfr");
        recording.start();
    }

    /** {@return the events of this name without "io.tailrace.", that were recorded so far, in their order} */
    public List<RecordedEvent> events(String name) {
        try {
            recording.dump(file);
            return RecordingFile.readAllEvents(file).stream()
                    .filter(event -> event.getEventType().getName().equals("io.tailrace." + name))
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
