/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.command;

import java.io.IOException;
import java.io.InputStream;

/** Ends a command together with the process at the other end of its standard input, however that one ends. */
public final class InputWatch {
    private InputWatch() {}

    /** Asks for termination when the standard input ends; what comes in is dropped. */
    public static void requestAtEnd(Termination termination) {
        Thread watch = new Thread("tailrace-input-watch") {
            @Override
            public void run() {
                skipToEnd(System.in);
                termination.request();
            }
        };
        watch.setDaemon(true);
        watch.start();
    }

    private static void skipToEnd(InputStream input) {
        byte[] dropped = new byte[256];
        try {
            int length = 0;
            while (length >= 0) {
                length = input.read(dropped);
            }
        } catch (IOException e) {
            // As good as its end.
        }
    }
}
