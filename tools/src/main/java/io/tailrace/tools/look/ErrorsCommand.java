/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.look;

import io.tailrace.inspect.ErrorsReader;
import io.tailrace.inspect.ErrorsReader.ErrorView;
import io.tailrace.inspect.SnapshotReader;
import io.tailrace.tools.command.Columns;
import io.tailrace.tools.command.EscapedText;
import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.command.JsonLines;
import io.tailrace.tools.command.Output;
import io.tailrace.tools.command.Table;
import io.tailrace.tools.command.Terminal.Colour;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lists the distinct errors of a driver, of earlier drivers in the directory, and of its clients. */
@Command(
        name = "errors",
        mixinStandardHelpOptions = true,
        description = "Lists the distinct errors of a media driver, earlier drivers and its clients, the "
                + "latest first. Read-only.",
        footer = {
            "",
            "Errors of a client are those that its error handler received, until it closes. Errors of "
                    + "a driver outlive its restart.",
            "",
            "Example:",
            "  tailrace errors --since 10m --fail"
        })
public final class ErrorsCommand extends LookCommand {
    private static final String SCHEMA = "tailrace.errors/1";
    private static final Columns<ErrorView> COLUMNS = new Columns<ErrorView>()
            .key("where", ErrorView::owner)
            .right("COUNT", "count", ErrorView::count)
            .left("FIRST", "first", error -> time(error.firstMs()))
            .left("LAST", "last", error -> time(error.lastMs()))
            .left("WHERE", ErrorView::owner)
            .left("ERROR", error -> EscapedText.escape(error.headline()))
            .key("text", ErrorView::text);

    @Mixin
    private final SinceOption since = new SinceOption();

    @Option(names = "--stack", description = "Show full stack traces.")
    private boolean stack;

    @Option(names = "--fail", description = "Exit with 1 if any error is shown.")
    private boolean fail;

    @Option(names = "--json", description = "Write JSON, one object per line.")
    private boolean json;

    @Override
    protected int look(SnapshotReader reader, Output out) throws IOException {
        ErrorsReader errors = ErrorsReader.of(reader.directory());
        long fromMs = since.fromMs(context().host());
        List<ErrorView> selected =
                errors.all().stream().filter(error -> error.lastMs() >= fromMs).toList();
        if (json) {
            JsonLines lines = new JsonLines(out, SCHEMA);
            write(lines, selected);
            errors.unreadable().forEach(lines::unreadable);
        } else {
            text(out, selected);
        }
        int exitCode = end(out, errors.unreadable());
        return fail && !selected.isEmpty() ? ExitCode.FOUND : exitCode;
    }

    private void text(Output out, List<ErrorView> selected) {
        Table<ErrorView> table = new Table<>(context().terminal(), COLUMNS);
        for (ErrorView error : selected) {
            table.row(Colour.NONE, error);
            if (stack) {
                error.text().lines().skip(1).forEach(line -> table.detail("    " + EscapedText.escape(line.strip())));
            }
        }
        table.print(out);
    }

    /** Writes a line for each error, for programs. */
    public static void write(OutputStream out, List<ErrorView> errors) {
        write(new JsonLines(out, SCHEMA), errors);
    }

    private static void write(JsonLines lines, List<ErrorView> errors) {
        errors.forEach(error -> lines.line("error", COLUMNS.of(error)));
    }

    /** Always to the millisecond, so that the width is fixed. */
    static String time(long ms) {
        String text = Instant.ofEpochMilli(ms).toString();
        return text.length() == 20 ? text.substring(0, 19) + ".000Z" : text;
    }
}
