package dev.punctual.targets;

import dev.punctual.core.Target;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;

/**
 * {@code target: list}, the default.
 *
 * @param key the key of the list, default {@code <namespace>:queue:<queue>}
 */
public record ListSettings(@Size(min = 1, max = 1024) @Nullable String key) implements TargetSettings {

    /** All defaults. */
    public static final ListSettings DEFAULT = new ListSettings(null);

    @Override
    public Target toTarget(Site site) {
        return new Target.RedisList(key == null ? site.name("queue") : site.key(key));
    }
}
