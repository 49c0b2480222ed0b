/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.bridge.system;

import io.tailrace.testing.ChildProcess;
import io.tailrace.testing.JavaProcess;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Any process of either host exits at any time, killed or by SIGTERM: the others continue, and nothing is lost. */
class BridgeDeathIT {
    private static final int KILLS = Integer.getInteger("tailrace.test.kills", 6);
    private static final List<String> VICTIMS =
            List.of("sender", "receiver", "source's driver", "mirror's driver", "publisher", "subscriber");
    private static final long ENOUGH_MESSAGES = 200;
    private static final int MAX_DELAY_MS = 200;

    @RegisterExtension
    final BridgeScene scene = new BridgeScene();

    @Test
    void whateverEndsTheOthersGoOn() throws Exception {
        scene.begin();
        scene.publish("exclusive");
        scene.publish("concurrent");
        scene.assertGoesOn();
        for (int i = 0; i < KILLS; i++) {
            String victim = VICTIMS.get(i % VICTIMS.size());
            boolean isKilled = scene.random().nextBoolean();
            Thread.sleep(scene.random().nextInt(MAX_DELAY_MS));
            long startNs = System.nanoTime();
            end(victim, isKilled);
            scene.assertGoesOn();
            System.out.println(victim + (isKilled ? " killed: " : " ended: ") + "everything continues after "
                    + (System.nanoTime() - startNs) / 1_000_000 + " ms");
        }
        scene.endWithoutLoss();
    }

    private void end(String victim, boolean isKilled) throws IOException {
        switch (victim) {
            case "sender" -> {
                end(scene.link().sender(), isKilled);
                scene.link().startSender();
            }
            case "receiver" -> {
                end(scene.link().receiver(), isKilled);
                scene.link().startReceiver();
            }
            case "source's driver" -> {
                end(scene.alpha().driver(), isKilled);
                scene.alpha().startDriver();
            }
            case "mirror's driver" -> {
                end(scene.beta().driver(), isKilled);
                scene.beta().startDriver();
            }
            case "publisher" -> endPublisher(isKilled);
            default -> {
                JavaProcess reader = scene.beta().start("read", BridgeScene.STREAM);
                reader.awaitLine("READER");
                end(reader, isKilled);
            }
        }
    }

    private static void end(ChildProcess process, boolean isKilled) {
        if (isKilled) {
            process.kill();
        } else {
            process.terminate();
            process.await();
        }
    }

    private void endPublisher(boolean isKilled) throws IOException {
        Publisher victim = scene.publish(scene.random().nextBoolean() ? "exclusive" : "concurrent");
        scene.await(
                "messages of the victim",
                () -> scene.mirror().of(victim.generation()).next() > ENOUGH_MESSAGES);
        end(victim.process(), isKilled);
        scene.assertArrives(victim);
    }
}
