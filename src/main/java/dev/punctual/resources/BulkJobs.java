package dev.punctual.resources;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import dev.punctual.api.JobReader;
import dev.punctual.api.Limits;
import dev.punctual.api.RefusedException;
import dev.punctual.core.InvalidJobException;
import dev.punctual.core.JobDraft;
import dev.punctual.core.JobService;
import jakarta.ws.rs.core.StreamingOutput;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Takes a stream of jobs, a line each, and answers with a line each in the same order. Thread-safe. */
final class BulkJobs {

    static final String MEDIA_TYPE = "application/x-ndjson";

    private final JobService jobs;
    private final JobReader reader;
    private final Limits limits;
    private final ObjectWriter json;

    BulkJobs(JobService jobs, JobReader reader, Limits limits, ObjectMapper json) {
        this.jobs = jobs;
        this.reader = reader;
        this.limits = limits;
        this.json = json.writer();
    }

    /**
     * @param trace the trace of the request, which its jobs go on with; null for none
     */
    StreamingOutput answerTo(InputStream body, @Nullable String trace) {
        return out -> new Exchange(body, out, trace).run();
    }

    /**
     * One stream in and out. One thread does it all: it never waits for the client while answers are held back, so both
     * directions move at once, and never holds more than a few batches.
     */
    private final class Exchange {

        private static final int MAX_IN_FLIGHT = 4;

        private final BulkLines lines;
        private final OutputStream out;
        private final @Nullable String trace;
        private final Deque<BulkBatch> inFlight = new ArrayDeque<>();
        private BulkBatch batch = new BulkBatch();
        private long lastLine;

        /**
         * Whether batches under way are stored in the order in which they were sent. A Redis that does not know the script is
         * sent it in a second step, which the next batch could overtake.
         */
        private boolean inOrder;

        Exchange(InputStream body, OutputStream out, @Nullable String trace) {
            this.trace = trace;
            this.lines = new BulkLines(body, limits, this::answerAll);
            this.out = out;
        }

        void run() throws IOException {
            try {
                BulkLines.Line line;
                while ((line = lines.next()) != null) {
                    lastLine = line.number();
                    add(line);
                    if (batch.isFull()) {
                        send();
                    }
                }
            } catch (RefusedException brokenOff) {
                batch.add(lastLine + 1, brokenOff.problem());
            }
            answerAll();
        }

        private void add(BulkLines.Line line) {
            try {
                batch.add(line.number(), draft(line.bytes(), trace));
            } catch (RefusedException | InvalidJobException refused) {
                batch.add(line.number(), Problems.of(refused));
            }
        }

        private void send() throws IOException {
            if (batch.isEmpty()) {
                return;
            }
            batch.send(jobs);
            inFlight.add(batch);
            batch = new BulkBatch();
            while (inFlight.size() > (inOrder ? MAX_IN_FLIGHT : 0)) {
                answer(inFlight.remove());
            }
        }

        private void answerAll() throws IOException {
            send();
            while (!inFlight.isEmpty()) {
                answer(inFlight.remove());
            }
            out.flush();
        }

        private void answer(BulkBatch done) throws IOException {
            List<Object> answers = done.answers();
            inOrder = done.isStored();
            for (Object one : answers) {
                out.write(json.writeValueAsBytes(one));
                out.write('\n');
            }
        }
    }

    private JobDraft draft(@Nullable ByteBuffer line, @Nullable String trace) {
        if (line == null) {
            throw RefusedException.tooLarge("must not be longer than " + limits.payloadBytes()
                    + " bytes; the whole line has more than " + limits.bodyBytes());
        }
        JobDraft draft = reader.job(Utf8.decode(line), null).tracedBy(trace);
        jobs.admit(draft);
        return draft;
    }
}
