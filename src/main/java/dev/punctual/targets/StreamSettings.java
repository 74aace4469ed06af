package dev.punctual.targets;

import dev.punctual.core.Target;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;

/**
 * {@code target: stream}.
 *
 * @param key the key of the stream, default {@code <namespace>:stream:<queue>}
 * @param maxLength about how many entries it keeps, the newest; default without limit
 */
public record StreamSettings(@Size(min = 1, max = 1024) @Nullable String key, @Min(1) @Nullable Long maxLength)
        implements TargetSettings {

    @Override
    public Target toTarget(Site site) {
        return new Target.RedisStream(key == null ? site.name("stream") : site.key(key), maxLength);
    }
}
