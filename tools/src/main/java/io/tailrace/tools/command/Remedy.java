/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.command;

import io.tailrace.control.DriverDirectory;
import io.tailrace.inspect.ClientView;
import io.tailrace.inspect.Interval;
import io.tailrace.inspect.LinkView;
import io.tailrace.inspect.StreamState;
import io.tailrace.inspect.StreamState.Culprit;
import io.tailrace.inspect.StreamView;
import io.tailrace.inspect.Trouble;
import io.tailrace.report.SuggestedCommand;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Suggests a command for a stream in trouble, for people to copy: it acts on the root of what holds the stream back.
 * No command loses a message: it wakes a stopped process, inspects a working one, or starts one again. A comment after
 * it names what else helps, and says if that loses messages; a shell does not run a comment.
 */
public final class Remedy {
    private static final boolean HAS_JCMD = Files.isExecutable(Path.of(System.getProperty("java.home"), "bin", "jcmd"));

    private static final String OTHER_POLICY =
            " # shows what it does; publishers do not wait for policy CATCH_UP, which"
                    + " needs a history, or DROP, which loses messages";

    private Remedy() {}

    /** {@return what helps a vacant name} */
    public static String ofVacant(Interval interval, StreamView stream, String name) {
        return "start its program again # else this gives its place up, and loses what it has not read: "
                + command(interval, "release", name, "--stream", stream.name());
    }

    /** {@return a command line, null if there is nothing to do} */
    public static @Nullable String of(Interval interval, StreamView stream) {
        Path directory = interval.after().directory();
        StreamView root = interval.root(stream);
        StreamState state = interval.state(root);
        Culprit culprit = state.culprit();
        if (state.kind() == StreamState.Kind.DAMAGED) {
            return command(interval, "dump", root.name(), "--verify");
        }
        if (culprit == null) {
            return null;
        }
        LinkView link = interval.after().link(culprit.subscription());
        if (culprit.vacantForNs() >= 0) { // A bridge resumes where it was; releasing its name loses messages.
            return link == null ? ofVacant(interval, root, culprit.subscription()) : link.start(directory);
        }
        ClientView driver = interval.after().driver();
        ClientView client = culprit.client();
        long nowNs = interval.after().takenNs();
        boolean isDead =
                culprit.clientId() > 0 && (client == null || !client.owner().lives());
        if (culprit.role() == Culprit.Role.CLEANER || isDead) { // The driver cleans, and it removes dead clients.
            return driver.owner().lives() ? wakeOrLookInto(driver, nowNs) : command(interval, "driver");
        }
        String first = client == null ? null : wakeOrLookInto(client, nowNs);
        Trouble trouble = first != null || link == null ? null : link.trouble(directory);
        if (trouble != null) {
            return trouble.remedy();
        }
        if (first != null || client == null) {
            return first;
        }
        return threads(client) + (culprit.role() == Culprit.Role.SUBSCRIBER ? OTHER_POLICY : "");
    }

    /** {@return the command for a process that does not work, null if it works} */
    private static @Nullable String wakeOrLookInto(ClientView process, long nowNs) {
        if (process.process() != null && process.process().isStopped()) {
            return command(process, "kill -CONT ", "");
        }
        return process.owner().isSuspect(nowNs) ? threads(process) : null;
    }

    private static String threads(ClientView process) {
        return HAS_JCMD
                ? command(process, "jcmd ", " Thread.print")
                : command(process, "kill -QUIT ", " # prints its threads to its output");
    }

    /** {@return a command with a process's pid here; a comment if that is not known: its own denotes another here} */
    public static String command(ClientView process, String before, String after) {
        long other = process.owner().pidNamespace();
        if (other != 0 && process.process() != null) {
            return before + process.process().proc().getFileName() + after;
        }
        String comment = other == 0 ? "" : "# in PID namespace " + other + ": ";
        return comment + before + process.owner().pid() + after;
    }

    private static String command(Interval interval, Object... arguments) {
        Path directory = interval.after().directory();
        List<Object> all = new ArrayList<>(List.of(arguments));
        if (!directory.equals(DriverDirectory.byDefault())) {
            all.add("--dir");
            all.add(directory);
        }
        return SuggestedCommand.of(all.toArray());
    }
}
