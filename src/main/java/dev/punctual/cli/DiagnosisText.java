package dev.punctual.cli;

import dev.punctual.api.DiagnosisView;
import dev.punctual.core.Diagnosis;
import dev.punctual.core.Finding;
import dev.punctual.core.RedisFacts.Stock;
import dev.punctual.core.Severity;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What the doctor found, in words and as JSON. */
final class DiagnosisText {

    private DiagnosisText() {}

    static List<String> lines(Diagnosis diagnosis, @Nullable Stock repaired) {
        List<String> lines = new ArrayList<>();
        if (repaired != null) {
            lines.add("repaired: " + repaired.records().count() + " jobs put back, "
                    + repaired.entries().count() + " entries taken off, "
                    + repaired.dueKeys().count() + " due keys removed; "
                    + repaired.searched().keys() + " keys and entries looked at");
        }
        for (Finding finding : diagnosis.findings()) {
            String head = "%-8s  %-18s  ".formatted(finding.severity().word(), finding.id());
            if (finding.severity() == Severity.OK) {
                lines.add(head + finding.title() + ": " + finding.detail());
                continue;
            }
            lines.add(head + finding.title());
            lines.add("          found    " + finding.detail());
            lines.add("          means    " + finding.meaning());
            add(lines, "          mend     ", finding.fix().selfManaged());
            if (!Objects.equals(finding.fix().selfManaged(), finding.fix().managed())) {
                add(lines, "          managed  ", finding.fix().managed());
            }
        }
        return lines;
    }

    private static void add(List<String> lines, String head, @Nullable String text) {
        if (text != null) {
            lines.add(head + text);
        }
    }

    static String json(Diagnosis diagnosis, @Nullable Stock repaired) {
        DiagnosisView view = DiagnosisView.of(diagnosis);
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("status", view.status());
        members.put("checkedAt", view.checkedAt());
        if (repaired != null) {
            members.put(
                    "repaired",
                    Map.of(
                            "records", repaired.records().count(),
                            "entries", repaired.entries().count(),
                            "dueKeys", repaired.dueKeys().count(),
                            "complete", repaired.searched().complete()));
        }
        members.put("findings", view.findings());
        return Json.text(members);
    }
}
