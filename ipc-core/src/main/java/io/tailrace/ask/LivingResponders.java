/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.ask;

import io.tailrace.Image;
import io.tailrace.Subscription;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The responders of one requester, as far as it knows them by the images of their answers, each in a place from 0 to 63
 * for as long as a request may wait for it: a set of them is a word. By the requester's thread.
 */
final class LivingResponders {
    /** As many subscriptions read a log, so no more can get requests. */
    static final int PLACES = Long.SIZE;
    /** In place of a place. */
    static final int NONE = -1;

    private final @Nullable Image[] images = new Image[PLACES];
    private final long[] ids = new long[PLACES];
    /** Images of answers have come or gone since these were compared with them. */
    private volatile boolean changed;

    private long living;
    private long gone;
    private int next;

    /** {@return their places, as bits} */
    long living() {
        return living;
    }

    /** {@return the places of those that have gone, whose requests do not know it yet, as bits} */
    long gone() {
        return gone;
    }

    /** {@return the one whose turn it is} There is one. */
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

    /** Compares them with the images that there are now, if others have come or gone. */
    void updateIfChanged(Subscription answers) {
        if (changed) {
            update(answers);
        }
    }

    /** The next time they are compared: one that has come found no place, perhaps, and there are some now. */
    void change() {
        changed = true;
    }

    /** Compares them with the images that there are now. Where no place is left, again behind {@link #release}. */
    void update(Subscription answers) {
        changed = false; // Before the look at the images: a change after it sets it again.
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
                add(image, Long.numberOfTrailingZeros(free));
            }
        }
    }

    private void add(Image image, int place) {
        images[place] = image;
        ids[place] = image.logId();
        living |= 1L << place;
    }

    /** No request waits any more for the one that was in this place and has gone. */
    void release(int place) {
        images[place] = null;
        gone &= ~(1L << place);
    }
}
