package dev.punctual.cli;

import java.net.URI;
import java.net.URISyntaxException;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads {@code --url}. A password in it is never shown again. */
final class ServiceAddress implements ITypeConverter<URI> {

    @Override
    public URI convert(String text) {
        try {
            URI uri = new URI(text.replaceAll("/+$", ""));
            boolean isHttp = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
            if (isHttp && uri.getHost() != null && uri.getRawUserInfo() == null && isBase(uri)) {
                return uri;
            }
        } catch (URISyntaxException wrong) {
            // The message would show the text.
        }
        throw new TypeConversionException("must be http[s]://host[:port], without user and password");
    }

    private static boolean isBase(URI uri) {
        return uri.getRawQuery() == null && uri.getRawFragment() == null && uri.getPort() <= 65_535;
    }
}
