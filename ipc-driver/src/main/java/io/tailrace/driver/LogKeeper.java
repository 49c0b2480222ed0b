/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import io.tailrace.log.KeptLog;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.NanoClock;

/**
 * Keeps every log: cleans, sets limits, unblocks; see {@link KeptLog}. It alone touches them; the conductor asks through a
 * queue, and nothing slow ever runs here.
 */
final class LogKeeper implements Agent {
    private static final int MAX_REQUESTS = 64;

    /** What the keeper tells the conductor, on the keeper's thread. */
    interface Listener {
        void onDrained(KeptLog log, long registrationId);

        void onEvicted(KeptLog log, long registrationId);

        void onFinished(KeptLog log);

        /** A living client writes what it must not; the log is kept, and the others are not harmed. */
        void onMisuse(String description);

        void onFailed(KeptLog log, RuntimeException cause);
    }

    private final ConcurrentLinkedQueue<Runnable> requests = new ConcurrentLinkedQueue<>();
    private final List<KeptLog> logs = new ArrayList<>();
    private final Listener listener;
    private final NanoClock clock;

    LogKeeper(Listener listener, NanoClock clock) {
        this.listener = listener;
        this.clock = clock;
    }

    @Override
    public String roleName() {
        return "tailrace-log-keeper";
    }

    /** Any thread: runs something between two cycles, in the order asked. */
    void execute(Runnable request) {
        requests.add(request);
    }

    /** From inside a request. */
    void add(KeptLog log) {
        logs.add(log);
    }

    /** From inside a request. Returns the logs that are kept. */
    List<KeptLog> logs() {
        return logs;
    }

    @Override
    public int doWork() {
        int work = 0;
        Runnable request;
        while (work < MAX_REQUESTS && (request = requests.poll()) != null) {
            request.run();
            work++;
        }
        for (int i = logs.size() - 1; i >= 0; i--) {
            work += keep(i);
        }
        return work;
    }

    private int keep(int index) {
        KeptLog log = logs.get(index);
        try {
            int work = log.cycle(registrationId -> listener.onDrained(log, registrationId));
            log.evictSlow(clock.nanoTime(), registrationId -> listener.onEvicted(log, registrationId));
            String misuse = log.takeMisplacedSubscriber();
            if (misuse != null) {
                listener.onMisuse(misuse);
            }
            if (log.isFinished()) {
                logs.remove(index);
                listener.onFinished(log);
                work++;
            }
            return work;
        } catch (RuntimeException e) {
            logs.remove(index); // One log with impossible bytes in it must not harm the others.
            listener.onFailed(log, e);
            return 1;
        }
    }
}
