/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.command;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Reads the keys that are pressed at the terminal of this process, at once and without an echo: as characters, with ↑,
 * ↓, ⇞ and ⇟ for arrows, PgUp and PgDn. One thread.
 *
 * <p>{@link #close} restores the terminal; a shutdown hook does so if the JVM exits without it. After a SIGKILL {@code
 * stty sane} restores it. Ctrl-C stays a signal. Ctrl-Z arrives as a key, so that the terminal can be restored before
 * the shell gets it.
 */
public final class Keyboard implements AutoCloseable {
    private static final char SUSPEND = '\u001a';
    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final long STOPPED_NS = TimeUnit.SECONDS.toNanos(1);
    private static final int TRIES = 3;

    private final FileInputStream in;
    private final String before;
    private long lookedNs = System.nanoTime();
    private boolean closed;

    private Keyboard(FileInputStream in, String before) {
        this.in = in;
        this.before = before;
    }

    /** {@return the keyboard, or null if there is no terminal, no {@code stty}, or the JVM is shutting down} */
    static @Nullable Keyboard open() {
        String before = Terminal.ask("stty", "-g");
        if (before == null) {
            return null;
        }
        try {
            Keyboard keyboard = new Keyboard(new FileInputStream(Terminal.DEVICE), before);
            Runtime.getRuntime().addShutdownHook(new Thread(keyboard::close, "tailrace-keyboard"));
            keyboard.listen();
            return keyboard;
        } catch (IOException | IllegalStateException e) {
            return null;
        }
    }

    /** {@return the keys that were pressed; empty if there was none in time, or the command is asked to end} */
    public String await(Termination termination, long dueNs) {
        String keys = read(termination);
        for (long leftNs = 1; keys.isEmpty() && leftNs > 0 && !termination.isRequested(); ) {
            leftNs = dueNs - System.nanoTime();
            termination.sleep(Math.min(LOOK_NS, leftNs));
            keys = read(termination);
        }
        return keys;
    }

    /** Never blocks: after a stop from outside, the terminal may be back in line mode. */
    private String read(Termination termination) {
        if (System.nanoTime() - lookedNs > STOPPED_NS) {
            listen();
        }
        lookedNs = System.nanoTime();
        String keys = pressed();
        if (keys.endsWith("\u001b")) {
            termination.sleep(LOOK_NS); // The rest of an arrow key may follow.
            keys += pressed();
        }
        if (keys.indexOf(SUSPEND) >= 0) {
            restore();
            Terminal.ask("sh", "-c", "kill -TSTP 0"); // Returns when the shell continues this process.
            listen();
        }
        return keys.replaceAll("\u001b[\\[O]A", "↑")
                .replaceAll("\u001b[\\[O]B", "↓")
                .replace("\u001b[5~", "⇞")
                .replace("\u001b[6~", "⇟")
                .replaceAll("\u001b[\\[O][0-9;]*.", "");
    }

    private String pressed() {
        try {
            byte[] bytes = new byte[in.available()];
            return new String(bytes, 0, Math.max(in.read(bytes), 0), StandardCharsets.UTF_8);
        } catch (IOException e) {
            return ""; // The terminal has gone; SIGHUP reports it.
        }
    }

    private synchronized void listen() {
        if (!closed) {
            Terminal.ask("stty", "-icanon", "-echo", "susp", "undef");
        }
    }

    /** Tries again after a failure: a second Ctrl-C kills our child processes, too. */
    private void restore() {
        boolean restored = false;
        for (int i = 0; i < TRIES && !restored; i++) {
            restored = Terminal.ask("stty", before) != null;
        }
    }

    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            restore();
        }
    }
}
