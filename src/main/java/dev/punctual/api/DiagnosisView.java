package dev.punctual.api;

import dev.punctual.core.Diagnosis;
import dev.punctual.core.Finding;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the doctor found in an answer. */
public record DiagnosisView(String status, String checkedAt, List<FindingView> findings) {

    /** One finding. */
    public record FindingView(String id, String severity, String title, String detail, String meaning, FixView fix) {}

    /** How to mend it. */
    public record FixView(@Nullable String selfManaged, @Nullable String managed) {}

    public static DiagnosisView of(Diagnosis diagnosis) {
        return new DiagnosisView(
                diagnosis.status().word(),
                InstantText.format(diagnosis.checkedAt()),
                diagnosis.findings().stream().map(DiagnosisView::finding).toList());
    }

    private static FindingView finding(Finding finding) {
        return new FindingView(
                finding.id(),
                finding.severity().word(),
                finding.title(),
                finding.detail(),
                finding.meaning(),
                new FixView(finding.fix().selfManaged(), finding.fix().managed()));
    }
}
