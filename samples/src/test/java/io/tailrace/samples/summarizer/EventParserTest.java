/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tailrace.samples.summarizer.Event.Step;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EventParserTest {
    private static final String JSON = "{'time':7,'customer':{'id':'c','region':'r'},'client':{'address':'a'},"
            + "'item':{'name':'i','amount':5},'steps':[{'name':'db','us':3},{'name':'net','us':4}]}";

    private final EventParser parser = new EventParser();

    @Test
    void csvIsVersion1() {
        assertEquals(
                new Event(9, EventType.VIEW, 1, 7, "cé", "", "10.0.0.1", "i", 5, 3_600_000_000L, List.of()),
                parse("7,cé,10.0.0.1,i,5,3600000000"));
    }

    @Test
    void jsonIsVersion2() {
        List<Step> steps = List.of(new Step("db", 3), new Step("net", 4));
        Event event = new Event(9, EventType.VIEW, 2, 7, "c", "r", "a", "i", 5, 7, steps);
        assertEquals(event, parse(JSON));
        assertEquals(event, parse(JSON.replace("{'time'", "{'x':[{'y':null},'{'],'time'")));
        assertEquals(event, parse(JSON.replace("'region':'r'", "'region':'r','time':{'id':1}") + "  "));
        assertEquals(
                new Event(9, EventType.VIEW, 2, 7, "c", "r", "a", "i", 5, 0, List.of()),
                parse(JSON.replaceAll("\\[.*]", "[]")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "\"\"|WRONG_FIELD_COUNT",
                "7,c,a,i,5|WRONG_FIELD_COUNT",
                "7,c,a,i,5,6,7|WRONG_FIELD_COUNT",
                "7,c,a,i,5,6,|WRONG_FIELD_COUNT",
                ",c,a,i,5,6|MISSING_FIELD",
                "7,,a,i,5,6|MISSING_FIELD",
                "7,c,,i,5,6|MISSING_FIELD",
                "7,c,a,,5,6|MISSING_FIELD",
                "7,c,a,i,,6|MISSING_FIELD",
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
                "'time':7|'time':[7]|BAD_VALUE",
                "'time':7|'tim':7|MISSING_FIELD",
                "'id':'c'|'id':''|MISSING_FIELD",
                "'id':'c'|'id':null|BAD_VALUE",
                "'id':'c'|'id':{'id':'c'}|BAD_VALUE",
                "'id':'c'|'id':'\\ud800'|BAD_VALUE",
                "'id':'c'|'id':'\\udc00\\ud800'|BAD_VALUE",
                "'region':'r'|'x':1|MISSING_FIELD",
                "'amount':5|'amount':1000000001|BAD_VALUE",
                "'steps'|'stops'|MISSING_FIELD",
                "{'name':'db','us':3}|3|BAD_VALUE",
                "{'name':'db','us':3}|{'name':'db'}|MISSING_FIELD",
                "{'name':'db','us':3}|{'us':3}|MISSING_FIELD",
                "'us':3|'us':3600000000|BAD_VALUE",
                "'us':3|'us':'3'|BAD_VALUE",
                "{'time'|{{'time'|BROKEN_JSON",
                "{'time'|{time|BROKEN_JSON",
                "]}|]|BROKEN_JSON",
                "]}|]}x|BROKEN_JSON",
                "]}|]}{}|BROKEN_JSON",
                "]}|}|BROKEN_JSON",
                "'time':7|'time':07|BROKEN_JSON",
                "'id':'c'|'id':'\\x'|BROKEN_JSON",
                "'customer':{|'customer':[|BROKEN_JSON",
            })
    void badJsonIsRejected(String good, String bad, Reject reason) {
        assertEquals(reason, parse(JSON.replace(good, bad)));
    }

    @Test
    void longTextsAreRejected() {
        String longest = "é".repeat(Field.MAX_TEXT_LENGTH);
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
    void everyBeginningOfAPayloadIsParsedWithoutHarm() {
        for (String payload : List.of("7,c,a,i,5,6", JSON)) {
            for (int length = 0; length < payload.length(); length++) {
                Parsed parsed = parse(payload.substring(0, length));
                assertEquals(Reject.class, parsed.getClass(), "length=" + length);
            }
        }
    }

    private Parsed parse(String payload) {
        byte[] bytes = ("  " + payload.replace('\'', '"')).getBytes(StandardCharsets.UTF_8);
        return parser.parse(9, EventType.VIEW, bytes, 2, bytes.length - 2);
    }
}
