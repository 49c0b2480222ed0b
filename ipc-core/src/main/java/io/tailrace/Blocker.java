/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace;

import io.tailrace.liveness.ProgramName;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The party that holds a publication back, as seen at one moment. It is the gating subscriber that is furthest behind.
 * If that subscriber has read everything up to an open claim, it is the publisher of that claim. If no subscriber is a
 * window behind and yet nothing can be offered, it is the media driver, which has not made space.
 *
 * @param role which of the three it is; for the driver all ids are 0
 * @param registrationId of its {@link Subscription} or {@link Publication}; 0 if a publisher stopped before it wrote
 *     its registration id into the claim; {@code tailrace dump} shows more
 * @param clientId the id of its client, 0 if not known
 * @param pid the id of its process, 0 if not known
 * @param program the name of its client, empty if not known; see {@link TailraceConfig#withName}
 * @param bytesBehind bytes from its position to the log's end; for the driver, from the position up to which it has
 *     cleaned
 * @param name the name of the subscription; empty if it has none
 * @param vacantFor how long the name is still reserved when no subscription holds it; all other components then
 *     describe its last holder. Null if a subscription holds it
 */
public record Blocker(
        Role role,
        long registrationId,
        long clientId,
        long pid,
        String program,
        long bytesBehind,
        String name,
        @Nullable Duration vacantFor) {
    /** Creates one without a name. */
    public Blocker(Role role, long registrationId, long clientId, long pid, long bytesBehind) {
        this(role, registrationId, clientId, pid, "", bytesBehind, "", null);
    }

    /** {@return a copy with the name of its client} */
    public Blocker withProgram(String newProgram) {
        return new Blocker(role, registrationId, clientId, pid, newProgram, bytesBehind, name, vacantFor);
    }

    /** The ways in which a party uses the log. */
    public enum Role {
        SUBSCRIBER,
        PUBLISHER,
        DRIVER
    }

    /** {@return a sentence for messages} */
    public String describe() {
        if (role == Role.DRIVER) {
            return "the media driver has not made space, and is " + bytesBehind + " bytes behind";
        }
        if (vacantFor != null) {
            return "the name " + name + " has no holder and is " + bytesBehind + " bytes behind; it is given up in "
                    + vacantFor.toSeconds() + " s, and its last holder was pid " + pid;
        }
        String client = registrationId == 0 ? "a publisher" : ProgramName.describe(clientId, pid, program);
        String who = name.isEmpty() ? client : name + ", held by " + client + ',';
        return role == Role.SUBSCRIBER
                ? who + " is " + bytesBehind + " bytes behind"
                : who + " has not committed a claim " + bytesBehind + " bytes behind";
    }
}
