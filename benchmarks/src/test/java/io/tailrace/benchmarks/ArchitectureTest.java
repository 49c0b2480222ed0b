/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The rules that hold the packages together. */
@Tag("sources")
class ArchitectureTest {
    private static final String ROOT = ArchitectureTest.class.getPackageName();

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .withImportOption(location -> !location.contains("jmh_generated"))
            .importPackages(ROOT);

    private static final SliceAssignment PACKAGES = new SliceAssignment() {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass type) {
            return SliceIdentifier.of(type.getPackageName());
        }

        @Override
        public String getDescription() {
            return "packages";
        }
    };

    @Test
    void packagesAreFreeOfCycles() {
        slices().assignedFrom(PACKAGES).should().beFreeOfCycles().check(CLASSES);
    }

    /** Benchmarks must build and run without the commands that users have. */
    @Test
    void nothingKnowsTheTools() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.tailrace.tools..")
                .check(CLASSES);
    }

    /** Each command can be read, and removed, without the others. */
    @Test
    void commandsKnowOnlyWhatAllShare() {
        List<String> shared = List.of("report", "lab", "peer");
        for (String section : List.of("bridge", "history", "jmh", "pair", "waiting")) {
            Set<String> others = CLASSES.stream()
                    .filter(type -> type.getPackageName().equals(ROOT + "." + section))
                    .flatMap(type -> type.getDirectDependenciesFromSelf().stream())
                    .map(dependency -> dependency.getTargetClass().getPackageName())
                    .filter(name -> name.startsWith(ROOT) && !name.equals(ROOT + "." + section))
                    .map(name -> name.substring(ROOT.length() + 1))
                    .filter(name -> !shared.contains(name))
                    .collect(Collectors.toSet());
            assertEquals(Set.of(), others, section);
        }
    }
}
