package dev.punctual.core;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;

/**
 * What the doctor found.
 *
 * @param checkedAt when, by this machine's clock
 * @param findings the worst first
 */
public record Diagnosis(Instant checkedAt, List<Finding> findings) {

    /** Sorts the findings. */
    public Diagnosis {
        findings = findings.stream()
                .sorted(Comparator.comparing(Finding::severity).reversed())
                .toList();
    }

    /** The severity of the worst finding. */
    public Severity status() {
        return findings.isEmpty() ? Severity.OK : findings.get(0).severity();
    }
}
