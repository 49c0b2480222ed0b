/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace;

import io.tailrace.control.ProgramName;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Who holds a publication back, as seen at one moment: the gating subscriber that is furthest behind; where that
 * subscriber has read everything up to an open claim, the publisher of the claim; and where no subscriber is a window
 * behind, and yet nothing can be offered, the media driver, which has not made space.
 *
 * @param role which of the three; of the driver all ids are 0
 * @param registrationId of its {@link Subscription} or {@link Publication}; 0 of a publisher that stands still before
 *     it has written its name into the claim; {@code tailrace dump} tells more
 * @param clientId its client, 0 if not known
 * @param pid its process, 0 if not known
 * @param program the name of its client, empty if not known; see {@link TailraceConfig#withName}
 * @param bytesBehind from where it stands, or the driver has cleaned, to the log's end
 * @param name of a subscription that has one; empty: none
 * @param vacantFor how long the name is still kept where nobody holds it, and then all else is of its last holder; null
 *     if the subscription is there
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
    /** Somebody without a name. */
    public Blocker(Role role, long registrationId, long clientId, long pid, long bytesBehind) {
        this(role, registrationId, clientId, pid, "", bytesBehind, "", null);
    }

    /** {@return the same, with the name of its client} */
    public Blocker withProgram(String newProgram) {
        return new Blocker(role, registrationId, clientId, pid, newProgram, bytesBehind, name, vacantFor);
    }

    /** What somebody does with the log. */
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
            return "nobody holds the name " + name + ", which is " + bytesBehind + " bytes behind, is given up in "
                    + vacantFor.toSeconds() + " s, and was held last by pid " + pid;
        }
        String client = registrationId == 0 ? "a publisher" : ProgramName.describe(clientId, pid, program);
        String who = name.isEmpty() ? client : name + ", held by " + client + ',';
        return role == Role.SUBSCRIBER
                ? who + " is " + bytesBehind + " bytes behind"
                : who + " has not committed a claim " + bytesBehind + " bytes behind";
    }
}
