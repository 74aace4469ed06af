package dev.punctual.targets;

import dev.punctual.core.InvalidJobException;
import dev.punctual.core.Target;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;

/**
 * {@code target: channel}.
 *
 * @param channel the channel, default {@code <namespace>:channel:<queue>}
 */
public record ChannelSettings(@Size(min = 1, max = 1024) @Nullable String channel) implements TargetSettings {

    @Override
    public Target toTarget(Site site) {
        if (channel != null && (channel.equals(site.namespace() + ":wake") || channel.startsWith("__key"))) {
            throw new InvalidJobException(
                    "channel", "'" + channel + "' is a channel of the service or of Redis itself");
        }
        return new Target.Channel(channel == null ? site.name("channel") : channel);
    }
}
