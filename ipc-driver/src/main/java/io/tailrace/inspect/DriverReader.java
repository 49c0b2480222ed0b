/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.inspect;

import io.tailrace.control.ControlFile;
import io.tailrace.control.CounterSlots.CounterReader;
import io.tailrace.control.DriverDirectory;
import io.tailrace.control.ErrorLog;
import io.tailrace.control.OwnerState;
import io.tailrace.file.FileIdentity;
import io.tailrace.internal.PendingFault;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads what the driver's own files say. Keeps its control file mapped while that is the same. One thread. */
final class DriverReader implements AutoCloseable {
    private static final int MAX_INFO_LENGTH = 256;
    private static final Pattern INFO = Pattern.compile("pid=(\\d{1,18})\nstarted=(\\S{1,40})\n");

    /** What was found. */
    record Found(ClientView process, int termLength, List<CounterReader.Counter> counters) {}

    private final DriverDirectory directory;
    private final Host host;
    private @Nullable ControlFile control;
    private @Nullable Object controlKey;

    DriverReader(DriverDirectory directory, Host host) {
        this.directory = directory;
        this.host = host;
    }

    Found read(List<Unreadable> unreadable) throws IOException {
        OwnerState owner = directory.examineDriver();
        Path path = directory.lastControlFile();
        try {
            ControlFile opened = open(path);
            int termLength = opened.termLength();
            boolean hasErrors = ErrorLog.hasErrors(opened.errorLog());
            List<CounterReader.Counter> counters = new CounterReader(path, opened.counters()).read();
            PendingFault.raise(); // Before it is believed.
            return new Found(process(owner, hasErrors), termLength, counters);
        } catch (NoSuchFileException e) {
            return new Found(process(owner, false), 0, List.of());
        } catch (IOException e) {
            unreadable.add(Unreadable.file("the driver's control file", e));
        } catch (InternalError e) {
            unreadable.add(Unreadable.truncated("the driver's control file", path));
        }
        close();
        return new Found(process(owner, false), 0, List.of());
    }

    private ControlFile open(Path path) throws IOException {
        Object key = FileIdentity.of(path);
        ControlFile current = control;
        if (current != null && Objects.equals(key, controlKey)) {
            return current;
        }
        close();
        ControlFile opened = ControlFile.openReadOnly(path);
        control = opened;
        controlKey = key;
        return opened;
    }

    private ClientView process(OwnerState owner, boolean hasErrors) {
        return new ClientView(
                ClientView.DRIVER,
                owner,
                ClientReader.user(host, directory.path()),
                start(owner.pid()),
                ClientReader.process(host, owner),
                hasErrors,
                Holdings.NONE);
    }

    /** {@return when the driver of this pid started, as it says} */
    private @Nullable Instant start(long pid) {
        Path info = directory.infoFile();
        if (!Files.isRegularFile(info, LinkOption.NOFOLLOW_LINKS)) { // Opening a pipe would wait for its other end.
            return null;
        }
        try (InputStream in = Files.newInputStream(info, LinkOption.NOFOLLOW_LINKS)) {
            Matcher text = INFO.matcher(new String(in.readNBytes(MAX_INFO_LENGTH), StandardCharsets.UTF_8));
            return text.matches() && Long.parseLong(text.group(1)) == pid
                    ? Instant.parse(text.group(2)).truncatedTo(ChronoUnit.SECONDS)
                    : null;
        } catch (IOException | DateTimeException e) {
            return null;
        }
    }

    @Override
    public void close() {
        if (control != null) {
            control.close();
            control = null;
        }
    }
}
