/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.bridge;

import io.aeron.Image;
import io.aeron.Subscription;
import io.aeron.driver.status.SystemCounterDescriptor;
import io.tailrace.TailraceException;
import io.tailrace.bridge.ReceiverSession.Greeting;
import io.tailrace.client.Client;
import io.tailrace.control.DriverDirectory;
import io.tailrace.follow.FollowerLoop;
import io.tailrace.internal.ErrorText;
import io.tailrace.report.LinkFile;
import io.tailrace.report.LinkFile.State;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import org.jspecify.annotations.Nullable;

/**
 * The thread of a receiver: it runs Aeron, takes new sessions of senders, and lets each do its work. Aeron cannot wait
 * for a packet, so the thread sleeps for a little while again and again if none arrives.
 */
final class ReceiverLoop extends FollowerLoop {
    private static final long LONGEST_SLEEP_NS = TimeUnit.MILLISECONDS.toNanos(1);
    /** Used once no message has arrived for a while: the next message may be delayed by this much. */
    private static final long IDLE_SLEEP_NS = TimeUnit.MILLISECONDS.toNanos(4);

    private static final long IDLE_AFTER_NS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long RETRY_NS = TimeUnit.SECONDS.toNanos(1);

    final BridgeReceiverConfig config;
    private final Supplier<AeronHost> hosts;
    private final DriverDirectory directory;
    final Mirrors mirrors;
    private final IdleStrategy idle = new BackoffIdleStrategy(10, 20, 1_000, LONGEST_SLEEP_NS);
    private final Map<String, LinkStatus> links = new HashMap<>();
    private final List<ReceiverSession> sessions = new ArrayList<>();
    private AeronHost aeron;
    private Subscription subscription;
    private long retryNs = System.nanoTime();

    ReceiverLoop(BridgeReceiverConfig config, Client client, Supplier<AeronHost> hosts, Runnable whenEnded) {
        super("tailrace-bridge-receive", whenEnded);
        this.config = config;
        this.hosts = hosts;
        this.directory = new DriverDirectory(client.directory());
        this.mirrors = new Mirrors(client, config);
        this.aeron = hosts.get();
        this.subscription = listen();
    }

    private Subscription listen() {
        try {
            return aeron.listen(config.listen());
        } catch (RuntimeException e) {
            aeron.close();
            throw new TailraceException(
                    "cannot listen: address=" + config.listen() + ", cause=" + ErrorText.of(e)
                            + "; the address must be one of this host, and its port and the next one free",
                    e);
        } catch (Error e) {
            aeron.close(); // The next round begins anew.
            throw e;
        }
    }

    @Override
    protected void round() {
        rest(step());
    }

    @Override
    protected void onShortage(Error shortage) {
        closeIf(session -> true); // A message may be half done, so the senders start new sessions.
    }

    /** Lets senders try the next receiver at once, and not only after a long silence. */
    @Override
    protected void finish() {
        sessions.forEach(session -> session.dismiss("it ends"));
        aeron.invoke();
    }

    @Override
    protected void onFailure(Throwable failure) {
        report(
                "the bridge has failed, and ended: listen=" + config.listen(),
                failure,
                "senders wait for it: remove the cause, and start it again");
    }

    @Override
    protected void release(boolean hasFailed) {
        for (LinkStatus link : links.values()) {
            link.state(hasFailed ? State.FAILED : State.ENDED);
            link.close();
        }
        mirrors.close();
        aeron.close();
    }

    private void report(String text, Throwable cause, String advice) {
        config.errorHandler()
                .accept(new TailraceException(text + ", cause=" + ErrorText.of(cause) + "; " + advice, cause));
    }

    /** Does what there is to do, and does not wait. Returns 0 if there was nothing. */
    int step() {
        long nowNs = System.nanoTime();
        if (aeron.isClosed()) {
            closeIf(session -> true);
            aeron.close();
            aeron = hosts.get();
            subscription = listen();
        }
        int work = aeron.invoke() + mirrors.work();
        boolean isChanged = subscription.imageCount() != sessions.size();
        for (int i = 0; i < sessions.size(); i++) {
            ReceiverSession session = sessions.get(i);
            work += session.work(nowNs);
            isChanged |= session.isOver();
        }
        if (isChanged && nowNs - retryNs >= 0) {
            meet(nowNs);
        }
        for (LinkStatus link : links.values()) {
            if (link.isDue(nowNs)) {
                link.beat(nowNs, lanesOf(link), 0, 0, aeron.counter(SystemCounterDescriptor.NAK_MESSAGES_SENT));
            }
        }
        return work;
    }

    private void rest(int work) {
        long nowNs = System.nanoTime();
        boolean isBusy = false;
        for (int i = 0; i < sessions.size(); i++) {
            isBusy |= nowNs - sessions.get(i).heardNs < IDLE_AFTER_NS;
        }
        if (isBusy || work > 0) { // Aeron's own work, such as heartbeats, occurs a few times a second.
            idle.idle(work);
        } else {
            LockSupport.parkNanos(IDLE_SLEEP_NS);
        }
    }

    /** Senders have connected or left. */
    private void meet(long nowNs) {
        closeIf(ReceiverSession::isOver);
        for (Image image : subscription.images()) {
            if (sessions.stream().noneMatch(session -> session.image == image)) {
                try {
                    sessions.add(new ReceiverSession(image, aeron.answer(config.listen(), image), this));
                } catch (RuntimeException e) {
                    retryNs = nowNs + RETRY_NS;
                    report(
                            "cannot answer a sender: address=" + image.sourceIdentity(),
                            e,
                            "it is tried again each second");
                }
            }
        }
    }

    private void down(ReceiverSession session) {
        LinkStatus link = session.status;
        if (link != null && sessions.stream().noneMatch(other -> other.isUp() && other.status == link)) {
            link.down(session.hasLeft ? State.ENDED : State.DOWN);
        }
    }

    private void closeIf(Predicate<ReceiverSession> isToClose) {
        for (ReceiverSession session : List.copyOf(sessions)) {
            if (isToClose.test(session)) {
                session.close();
                down(session);
                sessions.remove(session); // Last: a shortage may interrupt it, and it is repeated.
            }
        }
    }

    /** A sender has introduced itself. Returns the link, of which only its session works from now on. */
    LinkStatus greeted(ReceiverSession session) {
        Greeting greeting = session.greeting;
        LinkStatus link = links.get(greeting.key());
        if (link == null) {
            try {
                link = LinkStatus.create(directory, identity(greeting), config.errorHandler());
            } catch (IOException e) {
                throw new TailraceException("no file for a link: host=" + greeting.host() + ", " + ErrorText.of(e), e);
            }
            links.put(greeting.key(), link);
        }
        // Its bytes may still arrive, and must not move a mirror whose position the new session knows.
        sessions.stream()
                .filter(other -> other != session && other.greeting.key().equals(greeting.key()))
                .forEach(other -> other.dismiss("its link has a newer session"));
        link.up(greeting.host(), greeting.product());
        return link;
    }

    private LinkFile.Identity identity(Greeting greeting) {
        String name = BridgeSenderConfig.NAME_PREFIX + greeting.host() + "/" + greeting.link();
        String streams = String.join(",", greeting.streams());
        return new LinkFile.Identity(LinkFile.Kind.RECEIVE, name, config.listen(), config.host(), streams);
    }

    /** {@return the session of another driver whose host has the same name; null if there is none} */
    @Nullable
    ReceiverSession rival(ReceiverSession session) {
        Greeting greeting = session.greeting;
        return sessions.stream()
                .filter(other -> other.isUp() && !other.isOver())
                .filter(other -> other.greeting.host().equals(greeting.host()))
                .filter(other -> !other.greeting.directory().equals(greeting.directory()))
                .findFirst()
                .orElse(null);
    }

    void refused(ReceiverSession session, String reason) {
        LinkStatus link = session.status;
        TailraceException problem =
                new TailraceException("link refused: address=" + session.image.sourceIdentity() + ", " + reason);
        if (link != null) {
            link.state(State.REFUSED);
            link.report(problem);
        } else {
            config.errorHandler().accept(problem);
        }
    }

    private int lanesOf(LinkStatus link) {
        return sessions.stream()
                .filter(session -> session.isUp() && session.status == link)
                .mapToInt(ReceiverSession::laneCount)
                .sum();
    }
}
