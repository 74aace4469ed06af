package dev.punctual.observe;

import dev.punctual.core.Finding;
import dev.punctual.core.Finding.Fix;
import dev.punctual.core.RedisFacts;
import dev.punctual.core.Severity;
import java.util.List;

/** Keys and entries that have lost each other. */
final class OrphanChecks {

    private static final String REPAIR = "scripts/punctual doctor --repair";

    private OrphanChecks() {}

    static List<Finding> orphans(RedisFacts.Stock stock) {
        return List.of(
                finding(
                        stock,
                        "orphan-records",
                        "Jobs have lost their place",
                        "they are in no schedule or index and would not fire; running services put them back, a few at a time",
                        stock.records()),
                finding(
                        stock,
                        "orphan-entries",
                        "Entries have no job",
                        "they stand in the schedule or an index and fire nothing; running services drop those that fall due",
                        stock.entries()),
                finding(
                        stock,
                        "orphan-due-keys",
                        "Due keys have no job",
                        "their notifications fire nothing; each takes memory until its TTL ends",
                        stock.dueKeys()));
    }

    private static Finding finding(
            RedisFacts.Stock stock, String id, String title, String meaning, RedisFacts.Orphans orphans) {
        RedisFacts.Searched searched = stock.searched();
        String extent = searched.keys() + " keys and entries looked at, "
                + (searched.complete() ? "which are all" : "which are not all");
        if (orphans.count() > 0) {
            return new Finding(
                    id,
                    Severity.WARNING,
                    title,
                    orphans.count() + ", among them " + String.join(", ", orphans.examples()) + "; " + extent,
                    meaning,
                    new Fix(REPAIR, REPAIR));
        }
        if (!searched.trouble().isEmpty()) {
            return new Finding(
                    id,
                    Severity.INFO,
                    "Orphans unknown",
                    searched.trouble() + "; " + extent,
                    meaning,
                    new Fix(REPAIR, REPAIR));
        }
        return new Finding(id, Severity.OK, "None found", extent, meaning, Finding.NO_FIX);
    }
}
