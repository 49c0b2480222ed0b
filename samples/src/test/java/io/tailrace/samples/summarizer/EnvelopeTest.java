/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EnvelopeTest {
    private final Envelope envelope = new Envelope();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<134>1 2026-11-23T10:00:00.000Z web-1 shop 4711 view - ",
                "<0>1 - - - - view - ",
                "<191>999 - - - - view - ",
                "<134>1 2026-11-23T10:00:00Z h a p view [x@1 a=\"b\"] ",
                "<134>1 2026-11-23T10:00:00Z h a p view [x@1 a=\"]\\\"\\]\" b=\"\"][y] ",
                "<134>1 2026-11-23T10:00:00Z h a p view - \uFEFF",
                "<13>Nov 23 10:00:00 web-1 view: ",
                "<13>Nov  3 10:00:00 web-1 view[4711]: ",
                "<13>Nov 03 10:00:00 10.0.0.1 view:",
                "<13>2026-11-23T10:00:00.123456+01:00 web-1 view[4711]: ",
                "<13>2026-11-23T10:00:00Z web-1 view: ",
                "<13>2026-11-23T10:00:00.1-11:30 web-1 view ",
                "<13>Nov 23 10:00:00 web-1 view "
            })
    void thePayloadIsWhatIsBehindTheEnvelope(String head) {
        for (String payload : new String[] {"1,2,3", "{\"a\":\"é]\"}"}) {
            assertEquals(payload, peel(head + payload));
            assertEquals(EventType.VIEW, envelope.type());
        }
        assertEquals("", peel(head));
    }

    @Test
    void aLineMayEndBehindItsStructuredData() {
        assertEquals("", peel("<134>1 - - - - error -"));
        assertEquals(EventType.ERROR, envelope.type());
        assertEquals("", peel("<134>1 - - - - error [a]"));
    }

    /** The examples of RFC 5424, section 6.5, and of RFC 3164, section 5.4: all of types that nobody knows here. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "<34>1 2003-10-11T22:14:15.003Z mymachine.example.com su - ID47 - \uFEFF'su root' failed for lonvick on"
                        + " /dev/pts/8",
                "<165>1 2003-08-24T05:14:15.000003-07:00 192.0.2.1 myproc 8710 - - %% It's time to make the do-nuts.",
                "<165>1 2003-10-11T22:14:15.003Z mymachine.example.com evntslog - ID47 [exampleSDID@32473 iut=\"3\""
                        + " eventSource=\"Application\" eventID=\"1011\"] \uFEFFAn application event log entry...",
                "<165>1 2003-10-11T22:14:15.003Z mymachine.example.com evntslog - ID47 [exampleSDID@32473 iut=\"3\""
                        + " eventSource=\"Application\" eventID=\"1011\"][examplePriority@32473 class=\"high\"]",
                "<34>Oct 11 22:14:15 mymachine su: 'su root' failed for lonvick on /dev/pts/8",
                "<13>Feb  5 17:32:18 10.0.0.99 Use the BFG!",
                "<165>Aug 24 05:34:00 CST 1987 mymachine myproc[10]: %% It's time to make the do-nuts.  %%"
                        + "  Ingredients: Mix=OK, Jelly=OK # Devices: Mixer=OK, Jelly_Injector=OK, Frier=OK #"
                        + " Transport: Conveyer1=OK, Conveyer2=OK # %%"
            })
    void theExamplesOfTheStandardsHaveEnvelopes(String line) {
        assertEquals(Reject.UNKNOWN_TYPE, reject(line));
        assertThrows(IllegalStateException.class, envelope::type);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "<",
                "<134>",
                "<134",
                "134>1 - - - - view - x",
                "<>1 - - - - view - x",
                "<1234>1 - - - - view - x",
                "<192>1 - - - - view - x",
                "<13x>1 - - - - view - x",
                "<134>0 - - - - view - x",
                "<134>1000 - - - - view - x",
                "<134>1 - - - - view",
                "<134>1 - - - - view ",
                "<134>1 - - - - view x",
                "<134>1 - - - - view -x",
                "<134>1 - - - - view [",
                "<134>1 - - - - view [] x",
                "<134>1 - - - - view [a b=\"c] x",
                "<134>1 - - - - view [a]x",
                "<134>1  - - - - view - x",
                "<134>1 - - \u00e9 - view - x",
                "<13>nov 23 10:00:00 web-1 view: x",
                "<13>Nov 23 10:00 web-1 view: x",
                "<13>Nov 23 10:00:00",
                "<13>Nov 23 10:00:00 ",
                "<13>2026-11-23T10:00:00",
                "<13>2026-11-23T10:00:00 web-1 view: x",
                "<13>2026-11-23T10:00:00.Z web-1 view: x",
                "<13>2026-11-23T10:00:00+0100 web-1 view: x",
                "<13>2026-11-23T10:00:00Zweb-1 view: x",
                "<13>2026-11-23 10:00:00Z web-1 view: x",
                "<13>20261-11-23T10:00:00Z web-1 view: x",
                "<13>Nov 23 10:00:00 web-1",
                "<13>Nov 23 10:00:00 web-1 ",
                "<13>Nov 23 10:00:00 web-1 : x",
                "<13>Nov 23 10:00:00 web-1 abcdefghijklmnopqrstuvwxyz1234567: x",
                "<0>1990 Oct 22 10:52:01 TZ-6 scapegoat.dmz.example.org 10.1.2.3 sched[0]: That's All Folks!"
            })
    void whatHasNoEnvelopeIsSaidSo(String line) {
        assertEquals(Reject.BAD_ENVELOPE, reject(line));
    }

    @Test
    void everyBeginningOfALineIsPeeledWithoutHarm() {
        for (String line : new String[] {
            "<134>1 - - - - view [a b=\"c\\\"\"] {}",
            "<13>Nov 23 10:00:00 web-1 view[1]: {}",
            "<13>2026-11-23T10:00:00.12+01:00 web-1 view[1]: {}"
        }) {
            byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
            for (int length = 0; length <= bytes.length; length++) {
                // Nothing is behind the line: what reads too far throws.
                envelope.peel(Arrays.copyOf(bytes, length), 0, length);
            }
        }
    }

    private String peel(String line) {
        byte[] text = line.getBytes(StandardCharsets.UTF_8);
        byte[] bytes = new byte[text.length + 7];
        Arrays.fill(bytes, (byte) ' ');
        System.arraycopy(text, 0, bytes, 3, text.length);
        assertNull(envelope.peel(bytes, 3, text.length), line);
        int begin = envelope.payloadOffset();
        return new String(bytes, begin, 3 + text.length - begin, StandardCharsets.UTF_8);
    }

    private Reject reject(String line) {
        byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
        return envelope.peel(bytes, 0, bytes.length);
    }
}
