/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver.streams;

import io.tailrace.control.ClientFiles;
import io.tailrace.control.CommandRing;
import io.tailrace.liveness.Heartbeat;
import io.tailrace.liveness.Heartbeat.LifeWatch;
import io.tailrace.liveness.ProgramName;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A client as the driver knows it: its files, publications and subscriptions. */
public final class ClientEntry {
    /** An event has room for some names. */
    private static final int MAX_NAMED = 3;

    private final long id;
    private final Path directory;
    private final ClientFiles files;
    private final long pid;
    private final String name;
    private final LifeWatch life;
    private final CommandRing.Receiver commands;
    private final Map<Long, Registration> registrations = new HashMap<>();
    private boolean heard = true;
    private final Set<Long> listed = new HashSet<>();
    private boolean leaving;
    private boolean suspected;

    ClientEntry(long id, Path directory, ClientFiles files, long nowNs) {
        this.id = id;
        this.directory = directory;
        this.files = files;
        this.pid = files.pid();
        this.name = files.name();
        this.life = new LifeWatch(files.heartbeat(), nowNs);
        this.commands = new CommandRing.Receiver(files.ring());
    }

    public long id() {
        return id;
    }

    /** {@return its process, for display only} */
    public long pid() {
        return pid;
    }

    /** {@return its name, for display only; empty if it has none} */
    public String name() {
        return name;
    }

    /** {@return the client in words, for messages} */
    public String describe() {
        return ProgramName.describe(id, pid, name);
    }

    /** {@return the streams that it published to or read, for an event; empty if there were none} */
    String describeHeld() {
        String published = streams(PublicationEntry.class);
        String read = streams(SubscriptionEntry.class);
        return (published.isEmpty() ? "" : "; published " + published) + (read.isEmpty() ? "" : "; read " + read);
    }

    private String streams(Class<? extends Registration> kind) {
        return held(kind)
                .map(Registration::stream)
                .distinct()
                .sorted()
                .limit(MAX_NAMED)
                .collect(Collectors.joining(", "));
    }

    /** {@return its publications, or its subscriptions} */
    <T extends Registration> Stream<T> held(Class<T> kind) {
        return registrations.values().stream().filter(kind::isInstance).map(kind::cast);
    }

    public Path directory() {
        return directory;
    }

    ClientFiles files() {
        return files;
    }

    /**
     * {@return how far the client has read the events; {@code unknown} if it does not note that, or its ring is not
     * read}
     */
    long eventsRead(long unknown) {
        long read = heard ? files.eventsRead() : 0;
        return read == 0 ? unknown : read;
    }

    /** {@return how far in a driver's events it has let go of what they took away; 0 if its files are not read} */
    long letGo(long incarnation) {
        return heard ? files.letGo(incarnation) : 0;
    }

    public CommandRing.Receiver commands() {
        return commands;
    }

    /** {@return its publications and subscriptions, by id} */
    public Map<Long, Registration> registrations() {
        return registrations;
    }

    /** The driver stops reading the client's ring, because the ring is broken. */
    void stopListening() {
        heard = false;
    }

    public boolean isHeard() {
        return heard;
    }

    /** The client has listed a registration that it holds. */
    void list(long registrationId) {
        listed.add(registrationId);
    }

    void unlist(long registrationId) {
        listed.remove(registrationId);
    }

    /** {@return the registrations that the driver knows and that are not in the client's list} */
    List<Long> unlisted() {
        Set<Long> unlisted = new HashSet<>(registrations.keySet());
        unlisted.removeAll(listed);
        return List.copyOf(unlisted);
    }

    void forgetList() {
        listed.clear();
    }

    /** The client has announced that it is about to release its lock. */
    public void leave() {
        leaving = true;
    }

    /** Another process waits for the proof that the client is dead. */
    void suspect() {
        suspected = true;
    }

    boolean isLeaving() {
        return leaving;
    }

    /** {@return whether the driver has to ask the kernel now whether the client lives} */
    boolean isProofDue(long nowNs, long silenceNs) {
        boolean due = leaving || suspected || life.isProofDue(heartbeat(), nowNs, silenceNs);
        suspected = false;
        return due;
    }

    /**
     * {@return the client's last heartbeat} Unknown once its ring is no longer read: the file may be truncated.
     */
    Heartbeat heartbeat() {
        return heard ? files.heartbeat() : Heartbeat.UNKNOWN;
    }
}
