package dev.punctual.resources;

import dev.punctual.core.JobContext;
import dev.punctual.core.JobId;
import dev.punctual.core.QueueName;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/** Gives each request an id, or keeps the one that it brought, and puts it into the answer and into the log. */
final class RequestIdFilter implements Filter {

    static final String HEADER = "X-Request-Id";
    static final String MDC_KEY = "requestId";

    /** What cannot break a header or a line of the log. */
    private static final Pattern SANE = Pattern.compile("[A-Za-z0-9._~:+/=-]{1,128}");

    /** The id that a request brought if it is sane, else a new one. */
    static String choose(@Nullable String sent) {
        if (sent != null && SANE.matcher(sent).matches()) {
            return sent;
        }
        return HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (!(request instanceof HttpServletRequest http) || !(response instanceof HttpServletResponse answer)) {
            chain.doFilter(request, response);
            return;
        }
        String id = choose(http.getHeader(HEADER));
        answer.setHeader(HEADER, id);
        try (MDC.MDCCloseable ignored = MDC.putCloseable(MDC_KEY, id);
                JobContext about = about(http.getRequestURI())) {
            chain.doFilter(request, response);
        }
    }

    /** What the path names stands in the lines of the log, too. */
    private static JobContext about(String path) {
        String[] parts = path.split("/", 5);
        String name = parts.length > 3 ? parts[3] : "";
        boolean job = path.startsWith("/v1/jobs/") && JobId.isValid(name) && !name.equals(JobsResource.BULK);
        boolean queue = path.startsWith("/v1/queues/") && QueueName.isValid(name);
        return JobContext.of(job ? new JobId(name) : null, queue ? new QueueName(name) : null);
    }
}
