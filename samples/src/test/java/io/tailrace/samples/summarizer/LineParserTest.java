/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tailrace.samples.summarizer.Event.Step;
import io.tailrace.samples.summarizer.LineParser.Parsed;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LineParserTest {
    private static final String JSON = "{'time':7,'customer':{'id':'c','region':'r'},'client':{'address':'a'},"
            + "'item':{'name':'i','amount':5},'steps':[{'name':'db','us':3},{'name':'net','us':4}]}";

    /** The parts of {@link #EVENT}. */
    private static final String CSV = "7,c,a,i,5,6";

    private static final Event EVENT = new Event(9, Event.Type.VIEW, 1, 7, "c", "", "a", "i", 5, 6, List.of());

    private final LineParser parser = new LineParser();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<134>1 2026-11-23T10:00:00.000Z web-1 shop 4711 view - ",
                "<191>999 - - - - view - ",
                "<134>1 2026-11-23T10:00:00Z h a p view [x@1 a=\"b\"] ",
                "<134>1 2026-11-23T10:00:00Z h a p view [x@1 a=\"]\\\"\\]\" b=\"\"][y] ",
                "<134>1 2026-11-23T10:00:00Z h a p view - \uFEFF",
                "<13>Nov 23 10:00:00 web-1 view: ",
                "<13>Nov 03 10:00:00 10.0.0.1 view:",
                "<13>2026-11-23T10:00:00.123456+01:00 web-1 view[4711]: ",
                "<13>2026-11-23T10:00:00.1-11:30 web-1 view ",
                "<13>Nov 23 10:00:00 web-1 view "
            })
    void thePayloadIsWhatIsAfterTheEnvelope(String head) {
        assertEquals(EVENT, parseLine(head + CSV));
        assertEquals(parse(JSON), parseLine(head + JSON.replace('\'', '"')));
        assertEquals(Reject.WRONG_FIELD_COUNT, parseLine(head));
        assertEquals(Reject.WRONG_FIELD_COUNT, parseLine("<134>1 - - - - error [a]"), "nothing is after it");
    }

    /** Examples of RFC 5424, section 6.5, and of RFC 3164, section 5.4: all of unknown types. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "<34>1 2003-10-11T22:14:15.003Z mymachine.example.com su - ID47 - \uFEFF'su root' failed for lonvick on"
                        + " /dev/pts/8",
                "<165>1 2003-10-11T22:14:15.003Z mymachine.example.com evntslog - ID47 [exampleSDID@32473 iut=\"3\""
                        + " eventSource=\"Application\" eventID=\"1011\"][examplePriority@32473 class=\"high\"]",
                "<13>Feb  5 17:32:18 10.0.0.99 Use the BFG!",
                "<165>Aug 24 05:34:00 CST 1987 mymachine myproc[10]: %% It's time to make the do-nuts.  %%"
            })
    void theExamplesOfTheStandardsHaveEnvelopes(String line) {
        assertEquals(Reject.UNKNOWN_TYPE, parseLine(line));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "<134>",
                "134>1 - - - - view - x",
                "<192>1 - - - - view - x",
                "<13x>1 - - - - view - x",
                "<134>0 - - - - view - x",
                "<134>1 - - - - view",
                "<134>1 - - - - view -x",
                "<134>1 - - - - view [] x",
                "<134>1 - - - - view [a b=\"c] x",
                "<134>1 - - - - view [a]x",
                "<134>1  - - - - view - x",
                "<134>1 - - \u00e9 - view - x",
                "<13>nov 23 10:00:00 web-1 view: x",
                "<13>Nov 23 10:00 web-1 view: x",
                "<13>Nov 23 10:00:00 ",
                "<13>2026-11-23T10:00:00 web-1 view: x",
                "<13>2026-11-23T10:00:00.Z web-1 view: x",
                "<13>2026-11-23T10:00:00+0100 web-1 view: x",
                "<13>2026-11-23 10:00:00Z web-1 view: x",
                "<13>Nov 23 10:00:00 web-1 ",
                "<13>Nov 23 10:00:00 web-1 : x",
                "<13>Nov 23 10:00:00 web-1 abcdefghijklmnopqrstuvwxyz1234567: x",
                "<0>1990 Oct 22 10:52:01 TZ-6 scapegoat.dmz.example.org 10.1.2.3 sched[0]: That's All Folks!"
            })
    void whatHasNoEnvelopeIsSaidSo(String line) {
        assertEquals(Reject.BAD_ENVELOPE, parseLine(line));
    }

    /** On these inputs a backtracking expression would need a deep stack or much time. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "<134>1 - - - - view |[a]|x|BAD_ENVELOPE",
                "<134>1 - - - - view |[a b=\"]\"]| -|WRONG_FIELD_COUNT",
                "<134>1 - - - - view [|\"\"||BAD_ENVELOPE",
                "<134>1 - - - - view [a=\"|\\\\||BAD_ENVELOPE",
                "<134>1 - - - - view [a=\"|\\]|\"] x|WRONG_FIELD_COUNT",
                "<13>Nov 23 10:00:00 web-1 view[|[||WRONG_FIELD_COUNT",
                "<13>2026-11-23T10:00:00.|1||BAD_ENVELOPE",
                "<13>Nov 23 10:00:00 web-1 view: |,||WRONG_FIELD_COUNT",
                "<13>Nov 23 10:00:00 web-1 view: |{\"a\":||BROKEN_JSON",
            })
    void aLineMayRepeatItselfUpToTheFullLength(String begin, String middle, String end, Reject reason) {
        int room = LineReader.MAX_LINE_LENGTH - 200;
        assertEquals(reason, parseLine(begin + middle.repeat(room / middle.length()) + (end == null ? "" : end)));
    }

    @Test
    void bytesThatAreNotUtf8AreRejected() {
        SplittableRandom random = new SplittableRandom(7);
        for (int i = 0; i < 20_000; i++) {
            byte[] bytes = "aé€😀z".getBytes(StandardCharsets.UTF_8);
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
            boolean isUtf8 =
                    Arrays.equals(bytes, new String(bytes, StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_8));
            Reject expected = isUtf8 ? Reject.BAD_ENVELOPE : Reject.INVALID_UTF8;
            assertEquals(expected, parser.parse(9, bytes, bytes.length), () -> Arrays.toString(bytes));
        }
        byte[] cut = ("x".repeat(LineReader.MAX_LINE_LENGTH - 1) + "é").getBytes(StandardCharsets.UTF_8);
        assertEquals(Reject.INVALID_UTF8, parser.parse(9, cut, LineReader.MAX_LINE_LENGTH));
    }

    @Test
    void csvIsVersion1() {
        assertEquals(
                new Event(9, Event.Type.VIEW, 1, 7, "cé", "", "10.0.0.1", "i", 5, 3_600_000_000L, List.of()),
                parse("7,cé,10.0.0.1,i,5,3600000000"));
    }

    @Test
    void jsonIsVersion2() {
        List<Step> steps = List.of(new Step("db", 3), new Step("net", 4));
        Event event = new Event(9, Event.Type.VIEW, 2, 7, "c", "r", "a", "i", 5, 7, steps);
        assertEquals(event, parse(JSON));
        assertEquals(event, parse(JSON.replace("{'time'", "{'x':[{'y':null},'{'],'time'")));
        assertEquals(event, parse(JSON.replace("'region':'r'", "'region':'r','time':{'id':1}") + "  "));
        assertEquals(
                new Event(9, Event.Type.VIEW, 2, 7, "c", "r", "a", "i", 5, 0, List.of()),
                parse(JSON.replaceAll("\\[.*]", "[]")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "7,c,a,i,5|WRONG_FIELD_COUNT",
                "7,c,a,i,5,6,7|WRONG_FIELD_COUNT",
                ",c,a,i,5,6|MISSING_FIELD",
                "7,c,a,i,5,|MISSING_FIELD",
                "x,c,a,i,5,6|BAD_VALUE",
                "-7,c,a,i,5,6|BAD_VALUE",
                "7,c,a,i,5.0,6|BAD_VALUE",
                "7,c,a,i,1000000001,6|BAD_VALUE",
                "7,c,a,i,5,3600000001|BAD_VALUE",
                "253402300800000,c,a,i,5,6|BAD_VALUE",
                "99999999999999999999999999,c,a,i,5,6|BAD_VALUE",
            })
    void badCsvIsRejected(String payload, Reject reason) {
        assertEquals(reason, parse(payload));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "'time':7|'time':'7'|BAD_VALUE",
                "'time':7|'time':-7|BAD_VALUE",
                "'time':7|'time':7.5|BAD_VALUE",
                "'time':7|'time':99999999999999999999|BAD_VALUE",
                "'id':'c'|'id':''|MISSING_FIELD",
                "'id':'c'|'id':null|BAD_VALUE",
                "'id':'c'|'id':'\\ud800'|BAD_VALUE",
                "'id':'c'|'id':'\\udc00\\ud800'|BAD_VALUE",
                "'region':'r'|'x':1|MISSING_FIELD",
                "'amount':5|'amount':1000000001|BAD_VALUE",
                "{'name':'db','us':3}|3|BAD_VALUE",
                "{'name':'db','us':3}|{'name':'db'}|MISSING_FIELD",
                "'us':3|'us':3600000000|BAD_VALUE",
                "{'time'|{{'time'|BROKEN_JSON",
                "]}|]|BROKEN_JSON",
                "]}|]}{}|BROKEN_JSON",
                "'time':7|'time':07|BROKEN_JSON",
                "'id':'c'|'id':'\\x'|BROKEN_JSON",
                "'customer':{|'customer':[|BROKEN_JSON",
            })
    void badJsonIsRejected(String good, String bad, Reject reason) {
        assertEquals(reason, parse(JSON.replace(good, bad)));
    }

    @Test
    void longTextsAreRejected() {
        String longest = "é".repeat(LineParser.MAX_TEXT_LENGTH);
        assertEquals(longest, ((Event) parse("7," + longest + ",a,i,5,6")).customer());
        assertEquals(Reject.BAD_VALUE, parse("7," + longest + "x,a,i,5,6"));
        assertEquals(longest, ((Event) parse(JSON.replace("'c'", "'" + longest + "'"))).customer());
        assertEquals(Reject.BAD_VALUE, parse(JSON.replace("'c'", "'" + longest + "x'")));
        assertEquals("😀", ((Event) parse(JSON.replace("'c'", "'\\ud83d\\ude00'"))).customer());
    }

    @Test
    void deepNestingIsRejected() {
        String deep = "[".repeat(30_000) + "]".repeat(30_000);
        assertEquals(Reject.BROKEN_JSON, parse(JSON.replace("{'time'", "{'x':" + deep + ",'time'")));
    }

    @Test
    void everyBeginningOfALineIsParsedWithoutHarm() {
        for (String head : List.of(
                "<134>1 - - - - view [a b=\"c\\\"\"] ",
                "<13>Nov 23 10:00:00 web-1 view[1]: ",
                "<13>2026-11-23T10:00:00.12+01:00 web-1 view[1]: ")) {
            for (String line : List.of(head + CSV, head + JSON.replace('\'', '"'))) {
                for (int length = 0; length < line.length(); length++) {
                    assertEquals(
                            Reject.class, parseLine(line.substring(0, length)).getClass(), "length=" + length);
                }
            }
        }
    }

    private Parsed parse(String payload) {
        return parseLine("<134>1 - - - - view - " + payload.replace('\'', '"'));
    }

    private Parsed parseLine(String line) {
        byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
        return parser.parse(9, Arrays.copyOf(bytes, bytes.length + 7), bytes.length);
    }
}
