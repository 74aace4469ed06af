package dev.punctual.cli;

import java.util.ArrayList;
import java.util.List;

/** Rows under a heading, each column as wide as its widest cell. */
final class Table {

    private static final String GAP = "  ";

    private final List<String[]> rows = new ArrayList<>();

    Table(String... heading) {
        rows.add(heading);
    }

    void row(String... cells) {
        String[] safe = new String[cells.length];
        for (int i = 0; i < cells.length; i++) {
            safe[i] = Visible.line(cells[i]);
        }
        rows.add(safe);
    }

    /**
     * The table.
     *
     * @param none what is said instead where there is no row
     */
    List<String> lines(String none) {
        if (rows.size() == 1) {
            return List.of(none);
        }
        int[] widths = new int[rows.get(0).length];
        for (String[] row : rows) {
            for (int i = 0; i < row.length; i++) {
                widths[i] = Math.max(widths[i], width(row[i]));
            }
        }
        return rows.stream().map(row -> line(row, widths)).toList();
    }

    private static String line(String[] row, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < row.length; i++) {
            line.append(row[i]).append(" ".repeat(widths[i] - width(row[i]))).append(GAP);
        }
        return line.toString().stripTrailing();
    }

    private static int width(String cell) {
        return cell.codePointCount(0, cell.length());
    }
}
