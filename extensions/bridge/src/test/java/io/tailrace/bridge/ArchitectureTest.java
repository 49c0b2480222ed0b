/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.bridge;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.nio.channels.FileChannel;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The dependency rules of this module; the rules of the other libraries are in {@code ipc-driver}. */
@Tag("sources")
final class ArchitectureTest {
    private static final JavaClasses BRIDGE = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.tailrace.bridge..");

    private void check(ArchRule rule) {
        rule.check(BRIDGE);
    }

    /** A bridge is a client of each driver: it does not depend on the driver's classes. */
    @Test
    void itKnowsTheClientAndLogsButNotTheDriver() {
        check(classes()
                .that()
                .resideInAPackage("io.tailrace.bridge..")
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(
                                "io.tailrace.bridge..",
                                "io.tailrace",
                                "io.tailrace.client",
                                "io.tailrace.follow",
                                "io.tailrace.stream",
                                "io.tailrace.wait",
                                "io.tailrace.events",
                                "io.tailrace.control",
                                "io.tailrace.liveness",
                                "io.tailrace.report",
                                "io.tailrace.log..",
                                "io.tailrace.file",
                                "io.tailrace.memory",
                                "io.tailrace.internal")
                        .or(resideInAnyPackage("io.aeron..", "org.agrona..", "org.jspecify.annotations", "java.."))));
    }

    /** Only {@code MappedFile} maps files, and errors go to the handler. */
    @Test
    void itMapsNoFilesAndPrintsNothing() {
        check(noClasses()
                .should()
                .callMethod(FileChannel.class, "map", FileChannel.MapMode.class, long.class, long.class));
        check(noClasses()
                .should()
                .accessField(System.class, "out")
                .orShould()
                .accessField(System.class, "err")
                .orShould()
                .callMethod(Throwable.class, "printStackTrace"));
    }

    /** Aeron's classes take tens of milliseconds to load, and a program that only reads settings needs none of them. */
    @Test
    void settingsNeedNoAeron() {
        check(noClasses()
                .that()
                .haveSimpleNameEndingWith("Config")
                .or()
                .haveSimpleName("LinkAddress")
                .should()
                .dependOnClassesThat(resideInAPackage("io.aeron..")));
    }
}
