/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/** The messages between client and driver; programs do not use them. */
@SuppressWarnings({
    "module", // The modules that it is exported to are built after this one.
    "requires-automatic" // Agrona has a module name in its manifest, and no module-info.
})
module io.tailrace.codecs {
    requires org.agrona;

    exports io.tailrace.codecs to
            io.tailrace,
            io.tailrace.ask,
            io.tailrace.driver;
}
