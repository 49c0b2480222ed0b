/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.pipeline;

import io.tailrace.samples.summarizer.event.Event;
import io.tailrace.samples.summarizer.syslog.Message;

/** Makes stages of one kind. */
interface Stages extends AutoCloseable {
    /** {@return a stage that hands messages to so many threads} */
    Stage<Message> forMessages(String name, int threads, Stage.Handler<Message> handler);

    /** {@return a stage that hands events to its handler one after the other} */
    SerialStage<Event> forEvents(String name, Stage.Handler<Event> handler);

    /** Ends what the stages run on. */
    @Override
    void close();
}
