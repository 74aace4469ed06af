package dev.punctual.arch;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The arrows between the rooms. */
@AnalyzeClasses(packages = "dev.punctual", importOptions = ImportOption.DoNotIncludeTests.class)
final class RoomsTest {
    private static final String HALL = "dev.punctual";

    @ArchTest
    static final ArchRule coreSeesOnlyJavaJspecifyAndSlf4j = classes()
            .that()
            .resideInAPackage(room("core"))
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(room("core"), "java..", "org.jspecify..", "org.slf4j..")
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule apiSeesNoRoomButCore = sees("api", "core");

    @ArchTest
    static final ArchRule resourcesSeeNoRoomButCoreAndApi = sees("resources", "core", "api");

    @ArchTest
    static final ArchRule engineSeesNoRoomButCore = sees("engine", "core");

    @ArchTest
    static final ArchRule redisSeesNoRoomButCore = sees("redis", "core");

    @ArchTest
    static final ArchRule targetsSeeNoRoomButCore = sees("targets", "core");

    @ArchTest
    static final ArchRule recurringSeesNoRoomButCore = sees("recurring", "core");

    @ArchTest
    static final ArchRule observeSeesNoRoomButCore = sees("observe", "core");

    @ArchTest
    static final ArchRule clientSeesNoRoomButCoreAndApi = sees("client", "core", "api");

    /** The command line speaks to the service as a stranger does, and to its Redis for {@code redis} and {@code doctor}. */
    @ArchTest
    static final ArchRule cliSeesNoRoomButCoreApiRedisAndObserve = sees("cli", "core", "api", "redis", "observe");

    @ArchTest
    static final ArchRule nobodyLooksBackAtTheHall = noClasses()
            .that()
            .resideOutsideOfPackage(HALL)
            .should()
            .dependOnClassesThat()
            .resideInAPackage(HALL)
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule roomsHaveNoCycles =
            slices().matching("dev.punctual.(*)..").should().beFreeOfCycles().allowEmptyShould(true);

    @ArchTest
    static final ArchRule theRedisClientStaysInRedis = noClasses()
            .that()
            .resideOutsideOfPackage(room("redis"))
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.lettuce..", "io.netty..", "reactor..", "redis.embedded..", "org.signal..")
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule jaxRsStaysInResourcesAndClient = noClasses()
            .that()
            .resideOutsideOfPackages(room("resources"), room("client"))
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("jakarta.ws.rs..")
            .allowEmptyShould(true);

    private static ArchRule sees(String room, String... others) {
        String[] allowed = new String[others.length + 1];
        allowed[0] = room(room);
        for (int i = 0; i < others.length; i++) {
            allowed[i + 1] = room(others[i]);
        }
        DescribedPredicate<JavaClass> foreign = resideInAPackage("dev.punctual..")
                .and(DescribedPredicate.not(resideInAnyPackage(allowed)))
                .as("belong to another room");
        return noClasses()
                .that()
                .resideInAPackage(room(room))
                .should()
                .dependOnClassesThat(foreign)
                .allowEmptyShould(true);
    }

    private static String room(String name) {
        return "dev.punctual." + name + "..";
    }
}
