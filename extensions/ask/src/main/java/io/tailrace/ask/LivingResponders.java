/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.ask;

import io.tailrace.Image;
import io.tailrace.Subscription;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The responders that one requester knows by the images of their answers. Each keeps a place from 0 to 63 for as long
 * as a request may wait for it, so a set of responders fits in a word. Used by the requester's thread.
 */
final class LivingResponders {
    /** The maximum number of subscriptions of a log, so no more responders can receive requests. */
    static final int PLACES = Long.SIZE;
    /** The absence of a place. */
    static final int NONE = -1;

    private final @Nullable Image[] images = new Image[PLACES];
    private final long[] ids = new long[PLACES];
    /** Whether images of answers, or places for them, were added or removed since the last comparison. */
    private volatile boolean changed;

    private long living;
    private long gone;
    private int next;

    /** {@return the places of the living responders, as bits} */
    long living() {
        return living;
    }

    /** {@return the places of responders that have gone but whose requests are not updated yet, as bits} */
    long gone() {
        return gone;
    }

    /** {@return the responder whose turn it is} There must be one. */
    int pick() {
        long behind = living & (-1L << next);
        int place = Long.numberOfTrailingZeros(behind != 0 ? behind : living);
        next = (place + 1) & (PLACES - 1);
        return place;
    }

    long id(int place) {
        return ids[place];
    }

    /** {@return the place of an image; {@link #NONE} if it has none} */
    int placeOf(Image image) {
        for (int place = 0; place < PLACES; place++) {
            if (images[place] == image) {
                return place;
            }
        }
        return NONE;
    }

    /** Conductor. */
    void onChange(Image image) {
        changed = true;
        image.subscription().wake();
    }

    /**
     * Compares the responders with the current images if images were added or removed, or if there is no responder: the
     * first one may be there although its image handler has not run yet. If no place is left for one, the comparison
     * after the next {@link #release} finds it.
     */
    void update(Subscription answers) {
        if (!changed && living != 0) {
            return;
        }
        changed = false; // Cleared before the images are read: a later change sets it again.
        List<Image> now = answers.images();
        for (int place = 0; place < PLACES; place++) {
            Image image = images[place];
            if (image != null && !now.contains(image)) {
                living &= ~(1L << place);
                gone |= 1L << place;
            }
        }
        for (Image image : now) {
            long free = ~(living | gone);
            if (free != 0 && placeOf(image) == NONE) {
                int place = Long.numberOfTrailingZeros(free);
                images[place] = image;
                ids[place] = image.logId();
                living |= 1L << place;
            }
        }
    }

    /** Frees the place of a responder that has gone, because no request waits for it any more. */
    void release(int place) {
        images[place] = null;
        gone &= ~(1L << place);
        changed = true;
    }
}
