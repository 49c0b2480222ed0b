/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.command;

import io.tailrace.inspect.LinkView;
import io.tailrace.inspect.Trouble;
import io.tailrace.report.LinkFile.Figures;
import java.nio.file.Path;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** The texts and fields of a bridge's links, the same in all commands. */
public final class LinkText {
    private LinkText() {}

    /**
     * {@return the fields of a link for programs}
     *
     * @param driver the directory of its driver
     */
    public static Columns<LinkView> columns(Path driver) {
        return new Columns<LinkView>()
                .key("link", link -> link.identity().name())
                .key("direction", link -> link.sends() ? "send" : "receive")
                .key("address", link -> link.identity().address())
                .key("host", link -> link.identity().host())
                .key("peer", link -> link.said().peerHost())
                .key("peerVersion", link -> link.said().peerVersion())
                .key("streams", link -> link.identity().streams())
                .key("state", LinkView::state)
                .key("notUpNs", LinkView::notUpNs)
                .key("pid", link -> link.said().pid())
                .key("lanes", link -> link.said().figures().lanes())
                .key("sentBytes", link -> link.said().figures().sentBytes())
                .key("blocks", link -> link.said().figures().blocks())
                .key("lagBytes", link -> link.said().figures().lagBytes())
                .key("lagNs", link -> link.said().figures().lagNs())
                .key("roundTripNs", link -> link.said().figures().roundTripNs())
                .key("retransmissions", link -> link.said().figures().retransmissions())
                .key("lostBytes", link -> link.said().figures().lostBytes())
                .key("heldBy", LinkView::heldBy)
                .key("error", link -> link.said().error())
                .fields((json, link) -> {
                    Trouble trouble = lastingTrouble(link, driver);
                    json.writeStringField("trouble", trouble == null ? null : trouble.text());
                    json.writeStringField("remedy", trouble == null ? null : trouble.remedy());
                });
    }

    /** {@return a line about the link} */
    public static String line(LinkView link) {
        Figures figures = link.said().figures();
        StringJoiner line = new StringJoiner("  ");
        line.add("link " + Columns.text(link.identity().name()) + (link.sends() ? " \u2192 " : " \u2190 ")
                + Columns.text(link.said().peerHost()));
        line.add(link.state());
        line.add("lanes " + figures.lanes());
        String lagTime = figures.lagBytes() == 0 ? "" : ' ' + Quantity.latency(figures.lagNs());
        line.add("lag " + Quantity.shortBytes(figures.lagBytes()) + lagTime);
        line.add("rtt " + (figures.roundTripNs() == 0 ? Columns.NOTHING : Quantity.latency(figures.roundTripNs())));
        line.add("retransmitted " + figures.retransmissions());
        if (figures.lostBytes() > 0) {
            line.add("lost " + Quantity.shortBytes(figures.lostBytes()));
        }
        if (!link.heldBy().isEmpty()) {
            line.add("held by " + EscapedText.escape(link.heldBy()));
        }
        return line.toString();
    }

    /**
     * {@return the trouble that needs a person and has lasted for a while, with a text for people that includes its
     * duration; null if there is none}
     *
     * @param driver the directory of its driver
     */
    public static @Nullable Trouble lastingTrouble(LinkView link, Path driver) {
        boolean isLasting = link.isOver() || link.notUpNs() >= LinkView.PATIENCE_NS;
        Trouble trouble = isLasting ? link.trouble(driver) : null;
        if (trouble == null) {
            return null;
        }
        String time = link.isOver() ? "" : " (for " + Quantity.shortDuration(link.notUpNs()) + ')';
        return new Trouble(trouble.critical(), EscapedText.escape(trouble.text()) + time, trouble.remedy());
    }
}
