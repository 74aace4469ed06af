package dev.punctual.arch;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What holds for product and tests alike, and what makes a test run at all. */
@AnalyzeClasses(packages = "dev.punctual")
final class TestsTest {
    private static final Set<String> TAGS = Set.of("redis", "functional", "faults", "browser");

    @ArchTest
    static final ArchRule nothingSleeps = noClasses()
            .should()
            .callMethod(Thread.class, "sleep", long.class)
            .orShould()
            .callMethod(Thread.class, "sleep", long.class, int.class)
            .orShould()
            .callMethod(Thread.class, "sleep", java.time.Duration.class)
            .orShould()
            .callMethod(TimeUnit.class, "sleep", long.class);

    @ArchTest
    static final ArchRule nothingIsMocked =
            noClasses().should().dependOnClassesThat().resideInAnyPackage("org.mockito..", "org.easymock..");

    /** The suites pick up classes by this name; under another one a test would never run. */
    @ArchTest
    static final ArchRule testClassesAreNamedSoThatTheyRun =
            classes().that(declareTests()).should().haveSimpleNameEndingWith("Test");

    /** A tag that no suite knows would run its test among the unit tests. */
    @ArchTest
    static final ArchRule tagsAreThoseOfTheSuites = classes().should(haveKnownTags());

    private static DescribedPredicate<JavaClass> declareTests() {
        return describe(
                "declare tests and stand alone",
                type -> !type.isMemberClass()
                        && !type.isInterface()
                        && !type.getModifiers().contains(com.tngtech.archunit.core.domain.JavaModifier.ABSTRACT)
                        && type.getMethods().stream()
                                .anyMatch(method ->
                                        method.isAnnotatedWith(Test.class) || method.isMetaAnnotatedWith(Test.class)));
    }

    private static ArchCondition<JavaClass> haveKnownTags() {
        return new ArchCondition<>("have only the tags " + TAGS) {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                for (Tag tag : type.reflect().getAnnotationsByType(Tag.class)) {
                    events.add(new SimpleConditionEvent(
                            type, TAGS.contains(tag.value()), type.getName() + " has the tag " + tag.value()));
                }
                Arrays.stream(type.reflect().getDeclaredMethods())
                        .flatMap(method -> Arrays.stream(method.getAnnotationsByType(Tag.class)))
                        .filter(tag -> !TAGS.contains(tag.value()))
                        .forEach(tag -> events.add(SimpleConditionEvent.violated(
                                type, type.getName() + " has a method with the tag " + tag.value())));
            }
        };
    }
}
