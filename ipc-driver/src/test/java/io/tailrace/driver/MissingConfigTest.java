/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.SubscriptionConfig;
import io.tailrace.TailraceConfig;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A configuration with a missing value is refused when it is made, not when it is used, and the message names the
 * value.
 */
@Timeout(10)
final class MissingConfigTest {
    private static final Set<String> OPTIONAL =
            Set.of("TailraceConfig.group", "TailraceConfig.name", "DriverConfig.group");

    @Test
    void eachComponentThatIsMissingIsNamed() throws ReflectiveOperationException {
        for (Record defaults :
                new Record[] {TailraceConfig.DEFAULT, SubscriptionConfig.DEFAULT, DriverConfig.DEFAULT}) {
            RecordComponent[] components = defaults.getClass().getRecordComponents();
            Object[] values = new Object[components.length];
            for (int i = 0; i < values.length; i++) {
                values[i] = components[i].getAccessor().invoke(defaults);
            }
            Constructor<?> constructor = defaults.getClass()
                    .getDeclaredConstructor(Arrays.stream(components)
                            .map(RecordComponent::getType)
                            .toArray(Class<?>[]::new));
            int refused = 0;
            for (int i = 0; i < values.length; i++) {
                String name = components[i].getName();
                if (!components[i].getType().isPrimitive()
                        && !OPTIONAL.contains(defaults.getClass().getSimpleName() + '.' + name)) {
                    Object[] missing = values.clone();
                    missing[i] = null;
                    InvocationTargetException thrown =
                            assertThrows(InvocationTargetException.class, () -> constructor.newInstance(missing), name);
                    assertEquals(NullPointerException.class, thrown.getCause().getClass(), name);
                    assertEquals(name, thrown.getCause().getMessage());
                    refused++;
                }
            }
            assertTrue(refused > 2, defaults::toString);
        }
    }
}
