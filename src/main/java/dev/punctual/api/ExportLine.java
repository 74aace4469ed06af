package dev.punctual.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonRawValue;
import dev.punctual.core.Job;
import org.jspecify.annotations.Nullable;

/**
 * A waiting job as a request that makes it again.
 *
 * @param at its due time
 * @param payload the JSON text as it was sent, but for line breaks between its values, which a line cannot have
 */
@JsonInclude(Include.NON_NULL)
public record ExportLine(
        String id,
        String queue,
        @Nullable String name,
        String at,
        @JsonRawValue @Nullable String payload,
        @Nullable RetryView retry,
        @Nullable String deadline,
        @Nullable String url) {

    public static ExportLine of(Job job) {
        Job.Content content = job.content();
        String payload = content.payload();
        return new ExportLine(
                content.id().value(),
                content.queue().value(),
                content.name(),
                InstantText.format(job.dueAt()),
                payload == null ? null : payload.replace('\n', ' ').replace('\r', ' '),
                content.retry() == null ? null : RetryView.of(content.retry()),
                content.deadline() == null ? null : DurationText.format(content.deadline()),
                content.route().url());
    }
}
