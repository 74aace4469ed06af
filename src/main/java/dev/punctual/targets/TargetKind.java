package dev.punctual.targets;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The kinds of target, by the word of the configuration. */
public enum TargetKind {
    LIST(ListSettings.class),
    STREAM(StreamSettings.class),
    CHANNEL(ChannelSettings.class),
    WEBHOOK(WebhookSettings.class),
    PULL(PullSettings.class),
    HANDLER(HandlerSettings.class);

    private final Class<? extends TargetSettings> settings;

    TargetKind(Class<? extends TargetSettings> settings) {
        this.settings = settings;
    }

    /** What its settings are read into. */
    public Class<? extends TargetSettings> settings() {
        return settings;
    }

    /** The word in the configuration. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Empty for a word that is none. */
    public static Optional<TargetKind> ofWord(String word) {
        return Arrays.stream(values()).filter(kind -> kind.word().equals(word)).findFirst();
    }

    /** All words, for messages. */
    public static String words() {
        return Arrays.stream(values()).map(TargetKind::word).collect(Collectors.joining(", "));
    }
}
