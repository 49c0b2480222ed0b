/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.bridge;

import io.aeron.ExclusivePublication;
import io.aeron.Image;
import io.aeron.Subscription;
import io.tailrace.TailraceException;
import io.tailrace.client.Client;
import io.tailrace.follow.FollowerLoop;
import io.tailrace.internal.ErrorText;
import io.tailrace.report.LinkFile.State;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import org.jspecify.annotations.Nullable;

/**
 * The thread of a receiver: it runs Aeron, takes new sessions of senders, and lets each do its work. Aeron cannot wait
 * for a packet, so the thread sleeps for a little while again and again if none arrives.
 */
final class ReceiverLoop extends FollowerLoop implements Mirrors.Links {
    private static final long LONGEST_SLEEP_NS = TimeUnit.MILLISECONDS.toNanos(1);
    /** Used once no message has arrived for a while: the next message may be delayed by this much. */
    private static final long IDLE_SLEEP_NS = TimeUnit.MILLISECONDS.toNanos(4);

    private static final long IDLE_AFTER_NS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long RETRY_NS = TimeUnit.SECONDS.toNanos(1);

    /** Makes the file of a link. */
    interface Files {
        LinkStatus create(String sendingHost, String link, String streams) throws IOException;
    }

    private final BridgeReceiverConfig config;
    private final Supplier<AeronHost> hosts;
    private final Files files;
    private final Mirrors mirrors;
    private final IdleStrategy idle = new BackoffIdleStrategy(10, 20, 1_000, LONGEST_SLEEP_NS);
    private final Map<String, LinkStatus> links = new HashMap<>();
    private final List<ReceiverSession> sessions = new ArrayList<>();
    private AeronHost aeron;
    private Subscription subscription;
    private long retryNs = System.nanoTime();

    ReceiverLoop(
            BridgeReceiverConfig config, Client client, Supplier<AeronHost> hosts, Files files, Runnable whenEnded) {
        super("tailrace-bridge-receive", whenEnded);
        this.config = config;
        this.hosts = hosts;
        this.files = files;
        this.mirrors = new Mirrors(client, config, this);
        this.aeron = hosts.get();
        this.subscription = listen();
    }

    private Subscription listen() {
        try {
            return aeron.aeron().addSubscription(Channels.listen(config.listen()), SenderSession.STREAM_ID);
        } catch (RuntimeException e) {
            aeron.close();
            throw new TailraceException(
                    "cannot listen: address=" + config.listen() + ", cause=" + ErrorText.of(e)
                            + "; the address must be one of this host, and its port and the next one free",
                    e);
        }
    }

    @Override
    protected void round() {
        rest(step());
    }

    @Override
    protected void onShortage(Error shortage) {
        closeSessions(); // A message may be half done, so the senders start new sessions.
    }

    /** Lets senders try the next receiver at once, and not only after a long silence. */
    @Override
    protected void finish() {
        sessions.forEach(session -> session.dismiss("it ends"));
        aeron.invoke();
    }

    @Override
    protected void onFailure(Throwable failure) {
        config.errorHandler()
                .accept(new TailraceException(
                        "the bridge has failed, and ended: listen=" + config.listen() + ", cause="
                                + ErrorText.of(failure)
                                + "; senders wait for it: remove the cause, and start it again",
                        failure));
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

    /** Does what there is to do, and does not wait. Returns 0 if there was nothing. */
    int step() {
        long nowNs = System.nanoTime();
        if (aeron.isClosed()) {
            closeSessions();
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
                link.beat(nowNs, look(link));
            }
        }
        return work;
    }

    private void rest(int work) {
        long nowNs = System.nanoTime();
        boolean isBusy = false;
        for (int i = 0; i < sessions.size(); i++) {
            isBusy |= nowNs - sessions.get(i).heardNs() < IDLE_AFTER_NS;
        }
        if (isBusy || work > 0) { // Aeron's own work, such as heartbeats, occurs a few times a second.
            idle.idle(work);
        } else {
            LockSupport.parkNanos(IDLE_SLEEP_NS);
        }
    }

    /** Senders have connected or left. */
    private void meet(long nowNs) {
        for (ReceiverSession session : List.copyOf(sessions)) {
            if (session.isOver()) {
                sessions.remove(session);
                session.close();
                down(session);
            }
        }
        for (Image image : subscription.images()) {
            if (sessions.stream().noneMatch(session -> session.image() == image)) {
                try {
                    ExclusivePublication back = aeron.aeron()
                            .addExclusivePublication(
                                    Channels.answer(config.listen(), config.aeron(), image.correlationId()),
                                    SenderSession.STREAM_ID);
                    sessions.add(new ReceiverSession(image, back, config, mirrors));
                } catch (RuntimeException e) {
                    retryNs = nowNs + RETRY_NS;
                    config.errorHandler()
                            .accept(new TailraceException(
                                    "cannot answer a sender: address=" + image.sourceIdentity() + ", cause="
                                            + ErrorText.of(e) + "; it is tried again each second",
                                    e));
                }
            }
        }
    }

    private void down(ReceiverSession session) {
        LinkStatus link = session.status();
        if (link != null && sessions.stream().noneMatch(other -> other.isUp() && other.status() == link)) {
            link.heldBy("");
            link.state(session.hasLeft() ? State.ENDED : State.DOWN);
        }
    }

    private void closeSessions() {
        for (ReceiverSession session : sessions) {
            session.close();
            down(session);
        }
        sessions.clear();
    }

    @Override
    public LinkStatus greeted(ReceiverSession session, String product) {
        LinkStatus link = links.get(session.key());
        if (link == null) {
            try {
                link = files.create(session.host(), session.link(), String.join(",", session.streams()));
            } catch (IOException e) {
                throw new TailraceException("no file for a link: host=" + session.host() + ", " + ErrorText.of(e), e);
            }
            links.put(session.key(), link);
        }
        // Its bytes may still arrive, and must not move a mirror whose position the new session knows.
        sessions.stream()
                .filter(other -> other != session && other.key().equals(session.key()))
                .forEach(other -> other.dismiss("its link has a newer session"));
        link.up(session.host(), product);
        return link;
    }

    @Override
    public @Nullable ReceiverSession rival(ReceiverSession session) {
        return sessions.stream()
                .filter(other -> other.isUp() && !other.isOver() && other.host().equals(session.host()))
                .filter(other -> !other.directory().equals(session.directory()))
                .findFirst()
                .orElse(null);
    }

    @Override
    public void refused(ReceiverSession session, String reason) {
        LinkStatus link = session.status();
        TailraceException problem =
                new TailraceException("link refused: address=" + session.image().sourceIdentity() + ", " + reason);
        if (link != null) {
            link.state(State.REFUSED);
            link.report(problem);
        } else {
            config.errorHandler().accept(problem);
        }
    }

    private LinkStatus.Look look(LinkStatus link) {
        int lanes = sessions.stream()
                .filter(session -> session.isUp() && session.status() == link)
                .mapToInt(ReceiverSession::laneCount)
                .sum();
        return new LinkStatus.Look(lanes, 0, 0, aeron.repeatsAsked());
    }
}
