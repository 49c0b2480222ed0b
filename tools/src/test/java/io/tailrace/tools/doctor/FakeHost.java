/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.doctor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.inspect.ErrorsReader.ErrorView;
import io.tailrace.inspect.Interval;
import io.tailrace.inspect.Observation;
import io.tailrace.inspect.Storage;
import io.tailrace.tools.doctor.DoctorCommand.Inspection;
import io.tailrace.tools.doctor.Findings.Finding;
import io.tailrace.tools.doctor.Subject.LiveProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A tree of files like that of a host, with process 7 in it. */
final class FakeHost {
    static final long PID = 7;
    private static final long MIB = 1 << 20;

    private final Path root;
    private Storage storage = new Storage("tmpfs", 1024 * MIB, 1000 * MIB);
    private int busyThreads;
    private @Nullable Interval interval;
    private List<ErrorView> errors = List.of();
    private Path directory = Path.of("/dev/shm/tailrace-ann");

    FakeHost(Path root) {
        this.root = root;
    }

    private interface Writer {
        void write(Path file) throws IOException;
    }

    private FakeHost make(String path, Writer writer) {
        try {
            Path file = root.resolve(path.substring(1));
            Files.createDirectories(file.getParent());
            writer.write(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }

    FakeHost file(String path, String text) {
        return make(path, file -> Files.writeString(file, text));
    }

    FakeHost link(String path, String target) {
        return make(path, file -> Files.createSymbolicLink(file, Path.of(target)));
    }

    FakeHost storage(String type, long totalMib, long usableMib) {
        storage = new Storage(type, totalMib * MIB, usableMib * MIB);
        return this;
    }

    FakeHost fileUnit(long bytes) {
        storage = new Storage(storage.type(), storage.totalBytes(), storage.usableBytes(), storage.freeInodes(), bytes);
        return this;
    }

    FakeHost busyThreads(int count) {
        busyThreads = count;
        return this;
    }

    FakeHost directory(Path path) {
        directory = path;
        return this;
    }

    FakeHost seen(Interval newInterval, ErrorView... newErrors) {
        interval = newInterval;
        errors = List.of(newErrors);
        return this;
    }

    FakeHost storage(Storage newStorage) {
        storage = newStorage;
        return this;
    }

    HostFiles files() {
        return new HostFiles(root);
    }

    Subject subject() {
        return subject(new LiveProcess("driver", PID, busyThreads));
    }

    Subject subject(LiveProcess... processes) {
        Observation seen = interval == null ? null : new Observation(interval, errors, List.of(), storage);
        return new Subject(
                directory, storage, seen, "", List.of(), List.of(processes), processes[0], files(), Subject.Scope.ALL);
    }

    /** {@return the first inspection of a topic} */
    static Inspection inspection(String topic) {
        return DoctorCommand.ALL.stream()
                .filter(inspection -> inspection.topic().equals(topic))
                .findFirst()
                .orElseThrow();
    }

    List<Finding> findings(String topic) {
        return DoctorCommand.examine(subject(), List.of(inspection(topic))).all();
    }

    /** Inspects the topic, and requires that the last finding is as given. */
    void assertFinds(String topic, Verdict verdict, String... parts) {
        List<Finding> all = findings(topic);
        Finding last = all.get(all.size() - 1);
        assertEquals(verdict, last.verdict(), last::toString);
        assertEquals(topic, last.topic());
        boolean needsFix = verdict == Verdict.WARNING || verdict == Verdict.CRITICAL;
        assertEquals(needsFix, !last.fix().isEmpty(), last::toString);
        for (String part : parts) {
            assertTrue((last.text() + '\n' + last.fix()).contains(part), () -> "no '" + part + "' in " + last);
        }
    }
}
