/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.history;

import io.tailrace.control.DriverDirectory;
import io.tailrace.file.FileFormatException;
import io.tailrace.history.segment.LogHistory;
import io.tailrace.history.segment.Segment;
import io.tailrace.history.segment.SegmentCheck;
import io.tailrace.history.segment.SegmentCheck.Finding;
import io.tailrace.history.segment.StreamHistory;
import io.tailrace.inspect.HistoryView;
import io.tailrace.inspect.HistoryView.KeptStream;
import io.tailrace.inspect.HistoryView.Reader;
import io.tailrace.report.HistorianFile;
import io.tailrace.tools.command.Columns;
import io.tailrace.tools.command.CommandException;
import io.tailrace.tools.command.Console;
import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.command.JsonLines;
import io.tailrace.tools.command.Output;
import io.tailrace.tools.command.Table;
import io.tailrace.tools.command.Terminal;
import io.tailrace.tools.look.StreamRows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Lists the content of a history, and verifies it, for people and for programs. */
final class HistoryListing {
    static final String SCHEMA = "tailrace.history/1";

    private static final Columns<KeptStream> STREAMS = new Columns<KeptStream>()
            .left("STREAM", "stream", KeptStream::name)
            .right("LOGS", stream -> Integer.toString(stream.logs().size()))
            .right("SEGMENTS", "segments", KeptStream::segments)
            .bytes("BYTES", "bytes", KeptStream::bytes)
            .left("FROM", "from", stream -> time(stream.beginMs()))
            .left("TO", "to", stream -> time(stream.endMs()))
            .key("logs", stream -> HistoryListing.LOGS.all(stream.logs()))
            .key("readers", stream -> HistoryListing.READERS.all(stream.readers()));
    private static final Columns<LogHistory> LOGS = new Columns<LogHistory>()
            .left("  log", "logId", LogHistory::logId)
            .left("", "state", log -> log.hasEnded() ? "ended" : "live")
            .left("from", "begin", LogHistory::beginPosition)
            .left("to", "end", LogHistory::endPosition)
            .left("segments", "segments", log -> log.segments().size())
            .left("missing", "missingBytes", HistoryListing::missing);
    private static final Columns<Reader> READERS = new Columns<Reader>()
            .left("  reader", "reader", Reader::name)
            .left("", "state", reader -> reader.lives() ? "lives" : "dead")
            .left("pid", "pid", Reader::pid)
            .left("unread", "unreadBytes", Reader::unread);

    private final Output out;
    private final @Nullable JsonLines lines;

    HistoryListing(Output out, boolean json) {
        this.out = out;
        this.lines = json ? new JsonLines(out, SCHEMA) : null;
    }

    private static String time(long ms) {
        return Instant.ofEpochMilli(ms).toString();
    }

    private void line(String kind, JsonLines.Fields fields, String text) {
        if (lines == null) {
            out.text(text).newLine();
        } else {
            lines.line(kind, fields);
        }
    }

    /** Writes the content, the readers that need it, and what is wrong with a historian that is at work there. */
    void show(HistoryView view) {
        line("history", StreamRows.HISTORIES.of(view), StreamRows.HISTORIES.line(view));
        if (lines != null) {
            lines.lines("stream", STREAMS, view.streams());
            return;
        }
        if (view.isAtWork()) {
            StreamRows.print(out, view, DriverDirectory.byDefault());
        }
        Table<KeptStream> table = new Table<>(Terminal.PLAIN, STREAMS);
        for (KeptStream stream : view.streams()) {
            table.row(Terminal.Colour.NONE, stream);
            stream.logs().forEach(log -> table.detail(LOGS.line(log)));
            stream.readers().forEach(reader -> table.detail(READERS.line(reader)));
        }
        table.print(out, Integer.MAX_VALUE);
    }

    /** {@return the bytes of a log that are missing between its blocks} */
    private static long missing(LogHistory log) {
        long missing = 0;
        long end = log.beginPosition();
        for (Path path : log.segments()) {
            try {
                long from = end;
                long[] found = Segment.read(path, segment -> missing(segment, from));
                missing += found[0];
                end = found[1];
            } catch (IOException e) {
                // "verify" reports it.
            }
        }
        return missing;
    }

    /** {@return the missing bytes, and the end of the segment} */
    private static long[] missing(Segment segment, long from) {
        long missing = 0;
        long end = from;
        for (int block = 0; block < segment.blockCount(); block++) {
            missing += Math.max(0, segment.position(block) - end);
            end = segment.endPosition(block);
        }
        return new long[] {missing, end};
    }

    /** Writes the damage in one stream, or in all if none is named; returns the exit code. */
    int verify(Path directory, @Nullable String stream) throws IOException {
        long messages = 0;
        long bytes = 0;
        int damages = 0;
        for (Path path : segments(directory, stream)) {
            try {
                SegmentCheck.Report result = Segment.read(path, SegmentCheck::check);
                messages += result.messages();
                bytes += result.bytes();
                damages += result.findings().size();
                result.findings().forEach(finding -> damage(path, finding));
            } catch (NoSuchFileException e) {
                Console.error("removed while it was read: " + path);
            } catch (FileFormatException e) {
                damages++;
                damage(path, new Finding(0, -1, String.valueOf(e.getMessage())));
            }
        }
        total(messages, bytes, damages);
        return damages == 0 ? ExitCode.OK : ExitCode.CORRUPT;
    }

    /** {@return the segments, readable or not, of one stream, or of all if none is named; fails if there is nothing} */
    private static List<Path> segments(Path directory, @Nullable String stream) throws IOException {
        List<Path> segments = new ArrayList<>();
        List<Path> folders = stream == null
                ? StreamHistory.list(directory, "*")
                : List.of(StreamHistory.of(directory, stream).folder());
        for (Path folder : folders) {
            for (Path log : StreamHistory.list(folder, "[0-9]*")) {
                segments.addAll(StreamHistory.list(log, "*.segment"));
            }
        }
        if (segments.isEmpty() && stream != null) {
            KeptMessages.require(directory, stream);
        } else if (segments.isEmpty() && !Files.exists(HistorianFile.lockFile(directory))) {
            throw new CommandException(ExitCode.NO_DRIVER, "there is no history: dir=" + directory);
        }
        segments.sort(Comparator.naturalOrder());
        return segments;
    }

    private void damage(Path path, Finding finding) {
        JsonLines.Fields fields = json -> {
            json.writeStringField("path", path.toString());
            json.writeNumberField("position", finding.position());
            json.writeNumberField("block", finding.block());
            json.writeStringField("text", finding.text());
        };
        line("damage", fields, path + ": " + finding.text());
    }

    private void total(long messages, long bytes, int damages) {
        JsonLines.Fields fields = json -> {
            json.writeNumberField("messages", messages);
            json.writeNumberField("bytes", bytes);
            json.writeNumberField("damages", damages);
        };
        String damage = damages == 0 ? "nothing is damaged" : damages + " damages; the rest can be read";
        line("total", fields, messages + " messages, " + bytes + " bytes can be read; " + damage);
    }
}
