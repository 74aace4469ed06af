package dev.punctual.arch;

import static com.tngtech.archunit.core.domain.JavaAccess.Predicates.target;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitCallTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaConstructor;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.library.GeneralCodingRules;
import java.util.Set;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;

/** What the product's own code never does. */
@AnalyzeClasses(packages = "dev.punctual", importOptions = ImportOption.DoNotIncludeTests.class)
final class BansTest {
    private static final int CONSTRUCTOR_PARAMETERS_MAX = 7;

    @ArchTest
    static final ArchRule readsTheClockInOnePlace = noClasses()
            .that()
            .doNotHaveFullyQualifiedName("dev.punctual.core.SystemClock")
            .should()
            .accessTargetWhere(readsAClock())
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule injectsThroughConstructors = noFields()
            .should()
            .beAnnotatedWith(nameIsOneOf(
                    "jakarta.inject.Inject",
                    "jakarta.ws.rs.core.Context",
                    "jakarta.ws.rs.PathParam",
                    "jakarta.ws.rs.QueryParam",
                    "jakarta.ws.rs.HeaderParam"))
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule printsOnlyFromTheCommandLine = noClasses()
            .that()
            .resideOutsideOfPackage("dev.punctual.cli..")
            .should(GeneralCodingRules.ACCESS_STANDARD_STREAMS)
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule logsThroughSlf4j = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("java.util.logging..")
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule boundsItsQueues = noClasses()
            .should()
            .callConstructor(LinkedBlockingQueue.class)
            .orShould()
            .callConstructor(LinkedBlockingDeque.class)
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule namesThingsForWhatTheyAre = noClasses()
            .should()
            .haveNameMatching(".*(Impl|Utils?|Manager|Helper|Common)(\\$.*)?")
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule keepsConstructorsShort =
            classes().that().areNotRecords().should(haveShortConstructors()).allowEmptyShould(true);

    private static DescribedPredicate<JavaAccess<?>> readsAClock() {
        return target(nameMatching("currentTimeMillis"))
                .<JavaAccess<?>>forSubtype()
                .or(calls("java.time.Clock", "system.*|tick.*"))
                .or(calls("java.time.(Instant|Local.*|Zoned.*|Offset.*|Year.*)", "now"))
                .or(calls("java.util.Date", "<init>"))
                .as("reads a clock");
    }

    private static DescribedPredicate<JavaAccess<?>> calls(String owner, String name) {
        return DescribedPredicate.describe(
                owner + "." + name,
                access -> access.getTarget() instanceof CodeUnitCallTarget call
                        && call.getOwner().getFullName().matches(owner)
                        && call.getName().matches(name)
                        // An overload with arguments is given its clock or its instant.
                        && (call.getRawParameterTypes().isEmpty() || owner.equals("java.time.Clock")));
    }

    private static DescribedPredicate<com.tngtech.archunit.core.domain.JavaAnnotation<?>> nameIsOneOf(String... names) {
        Set<String> banned = Set.of(names);
        return DescribedPredicate.describe(
                "one of " + banned,
                annotation -> banned.contains(annotation.getRawType().getName()));
    }

    private static ArchCondition<JavaClass> haveShortConstructors() {
        return new ArchCondition<>("have constructors of at most " + CONSTRUCTOR_PARAMETERS_MAX + " parameters") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                for (JavaConstructor constructor : type.getConstructors()) {
                    int count = constructor.getRawParameterTypes().size();
                    events.add(new SimpleConditionEvent(
                            constructor,
                            count <= CONSTRUCTOR_PARAMETERS_MAX,
                            constructor.getFullName() + " takes " + count));
                }
            }
        };
    }
}
