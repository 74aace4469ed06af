package dev.punctual.api;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.dropwizard.util.DataSize;
import io.dropwizard.util.DataSizeUnit;
import io.dropwizard.util.Duration;
import io.dropwizard.validation.MaxDataSize;
import io.dropwizard.validation.MaxDuration;
import io.dropwizard.validation.MinDataSize;
import io.dropwizard.validation.MinDuration;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * How much a request may bring. Each setting has a default; a missing one takes it.
 *
 * @param payload the longest payload, in UTF-8 bytes of the text as sent; 1 KiB to 16 MiB, default 256 KiB
 * @param payloadDepth the deepest nesting of arrays and objects in a payload; 1 to 1000, default 100
 * @param bodyTime in which a body, or one line of a stream of jobs, must have come whole; 1 s to 1 h, default 30 s
 * @param streams how many clients may follow the fires at once; 1 to 100000, default 1000
 */
public record Limits(
        @MinDataSize(value = 1, unit = DataSizeUnit.KIBIBYTES) @MaxDataSize(value = 16, unit = DataSizeUnit.MEBIBYTES)
                DataSize payload,
        @Min(1) @Max(1000) int payloadDepth,
        @MinDuration(value = 1, unit = TimeUnit.SECONDS) @MaxDuration(value = 1, unit = TimeUnit.HOURS)
                Duration bodyTime,
        @Min(1) @Max(100_000) int streams) {

    /** The longest payload where the configuration says nothing. */
    public static final DataSize DEFAULT_PAYLOAD = DataSize.kibibytes(256);

    /** The deepest payload where the configuration says nothing. */
    public static final int DEFAULT_PAYLOAD_DEPTH = 100;

    /** The time for a body where the configuration says nothing. */
    public static final Duration DEFAULT_BODY_TIME = Duration.seconds(30);

    /** The clients of the fire stream where the configuration says nothing. */
    public static final int DEFAULT_STREAMS = 1000;

    /** All defaults. */
    public static final Limits DEFAULT =
            new Limits(DEFAULT_PAYLOAD, DEFAULT_PAYLOAD_DEPTH, DEFAULT_BODY_TIME, DEFAULT_STREAMS);

    /** What a body may have beyond its payload: the other fields, and blanks between them. */
    private static final int ENVELOPE_BYTES = 64 * 1024;

    /** Takes settings as they stand in the configuration; null takes the default. */
    @JsonCreator
    public static Limits of(
            @JsonProperty("payload") @Nullable DataSize payload,
            @JsonProperty("payloadDepth") @Nullable Integer payloadDepth,
            @JsonProperty("bodyTime") @Nullable Duration bodyTime,
            @JsonProperty("streams") @Nullable Integer streams) {
        return new Limits(
                payload == null ? DEFAULT_PAYLOAD : payload,
                payloadDepth == null ? DEFAULT_PAYLOAD_DEPTH : payloadDepth,
                bodyTime == null ? DEFAULT_BODY_TIME : bodyTime,
                streams == null ? DEFAULT_STREAMS : streams);
    }

    public int payloadBytes() {
        return (int) payload.toBytes();
    }

    /** The longest body or line, after unpacking. */
    public int bodyBytes() {
        return payloadBytes() + ENVELOPE_BYTES;
    }

    public long bodyTimeNanos() {
        return bodyTime.toNanoseconds();
    }
}
