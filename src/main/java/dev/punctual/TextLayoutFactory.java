package dev.punctual;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.LayoutBase;
import com.fasterxml.jackson.annotation.JsonTypeName;
import io.dropwizard.logging.common.DropwizardLayout;
import io.dropwizard.logging.common.layout.DiscoverableLayoutFactory;
import java.util.TimeZone;

/** The layout {@code text} beside Dropwizard's {@code json}: a line says behind its message what it is about. */
@JsonTypeName("text")
public final class TextLayoutFactory implements DiscoverableLayoutFactory<ILoggingEvent> {

    @Override
    public LayoutBase<ILoggingEvent> build(LoggerContext context, TimeZone timeZone) {
        DropwizardLayout layout = new DropwizardLayout(context, timeZone);
        layout.getInstanceConverterMap().put("about", AboutConverter::new);
        layout.setPattern("%-5p [%d{ISO8601," + timeZone.getID() + "}] %c: %m%about%n%dwREx");
        return layout;
    }
}
