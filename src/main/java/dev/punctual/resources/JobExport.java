package dev.punctual.resources;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import dev.punctual.api.ExportLine;
import dev.punctual.core.Job;
import dev.punctual.core.WaitingJobs;
import jakarta.ws.rs.core.StreamingOutput;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Iterator;
import java.util.List;

/** Streams the waiting jobs, a line each, as {@link BulkJobs} takes them back. Thread-safe. */
final class JobExport {

    private static final byte[] LINE_END = {'\n'};

    private final WaitingJobs waiting;
    private final ObjectWriter json;

    JobExport(WaitingJobs waiting, ObjectMapper json) {
        this.waiting = waiting;
        this.json = json.writer();
    }

    /** The first jobs are read at once, so that a Redis that is gone is told by the status. */
    StreamingOutput stream() {
        Iterator<List<Job>> parts = waiting.read();
        List<Job> first = parts.hasNext() ? parts.next() : List.of();
        return out -> {
            write(first, out);
            while (parts.hasNext()) {
                write(parts.next(), out);
            }
        };
    }

    private void write(List<Job> jobs, OutputStream out) throws IOException {
        for (Job job : jobs) {
            out.write(json.writeValueAsBytes(ExportLine.of(job)));
            out.write(LINE_END);
        }
    }
}
