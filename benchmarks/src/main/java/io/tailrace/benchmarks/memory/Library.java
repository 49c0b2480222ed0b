/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.memory;

import io.tailrace.benchmarks.lab.AeronVariant;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/** What is measured, as it is by default, its driver in one process, its clients in others. */
enum Library {
    TAILRACE {
        @Override
        List<String> jvmFlags() {
            return List.of();
        }

        @Override
        AutoCloseable launchDriver(Path directory, Terms terms) {
            return TailraceClient.launchDriver(directory, terms);
        }

        @Override
        Client connect(Path directory, Terms terms) {
            return new TailraceClient(directory);
        }
    },
    AERON {
        @Override
        List<String> jvmFlags() {
            return AeronVariant.SHIPPED.jvmFlags();
        }

        @Override
        AutoCloseable launchDriver(Path directory, Terms terms) {
            return AeronClient.launchDriver(directory);
        }

        @Override
        Client connect(Path directory, Terms terms) {
            return new AeronClient(directory, terms);
        }
    };

    /** {@return what its processes need} */
    abstract List<String> jvmFlags();

    abstract AutoCloseable launchDriver(Path directory, Terms terms);

    abstract Client connect(Path directory, Terms terms);

    /** {@return its name in raw data: concurrent publications, as many as there are streams} */
    String candidate(Terms terms) {
        return name().toLowerCase(Locale.ROOT) + "/concurrent/" + terms.label();
    }

    /** How long the terms of a log are. */
    enum Terms {
        /** As the library has it: 4 MiB, Aeron 64 MiB. */
        DEFAULT,
        /** The shortest that both have. */
        SHORT;

        static final int SHORT_LENGTH = 64 * 1024;

        String label() {
            return this == DEFAULT ? "default" : "64k";
        }
    }

    /** A program that uses the library. */
    interface Client extends AutoCloseable {
        /** {@return space for messages to be copied from} */
        MutableDirectBuffer allocate(int length);

        Outlet publish(int stream);

        Intake subscribe(int stream, Sequences sequences);

        @Override
        void close();
    }

    /** A publication. */
    interface Outlet {
        boolean isConnected();

        /** Returns the position behind the message, or something negative if there is no space. */
        long offer(DirectBuffer message, int length);
    }

    /** A subscription. */
    interface Intake {
        /** The most messages to take by one poll. */
        int LIMIT = 64;

        /** Takes what is there. Returns how many messages. */
        int poll();
    }
}
