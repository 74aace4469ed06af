package dev.punctual.targets;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * An absolute http or https URL with a host, without user, password and fragment.
 *
 * @param uri what is sent to
 * @param host the host in lower case, an IPv6 address in brackets
 * @param port the port, that of the scheme where none is said
 */
record WebUrl(URI uri, String host, int port) {

    static final String HTTPS = "https";
    static final int PORT_MAX = 65_535;
    /** Ends a sentence that begins with what is wrong. */
    static final String ALLOWED =
            "must be an http:// or https:// URL with a host, of at most 2048 characters, without user,"
                    + " password or fragment";

    private static final String HTTP = "http";
    private static final int MAX_CHARS = 2048;
    private static final Pattern NUMBER_AT_END = Pattern.compile("(.*\\.)?([0-9]+|0[xX][0-9a-fA-F]*)\\.?");

    /** Empty where the text is no such URL. */
    static Optional<WebUrl> parse(String text) {
        if (text.length() > MAX_CHARS) {
            return Optional.empty();
        }
        try {
            URI uri = new URI(text);
            String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
            boolean web = scheme.equals(HTTPS) || scheme.equals(HTTP);
            String host = uri.getHost();
            if (!web || host == null || uri.getRawUserInfo() != null || uri.getRawFragment() != null) {
                return Optional.empty();
            }
            int port = uri.getPort() < 0 ? standardPort(scheme) : uri.getPort();
            if (port < 1 || port > PORT_MAX || host.contains("%") || isOddAddress(host)) {
                return Optional.empty();
            }
            return Optional.of(new WebUrl(uri, host.toLowerCase(Locale.ROOT), port));
        } catch (URISyntaxException wrong) {
            return Optional.empty();
        }
    }

    /** A number that some resolvers read as an address, such as {@code 2130706433} or {@code 0177.0.0.1}. */
    private static boolean isOddAddress(String host) {
        return NUMBER_AT_END.matcher(host).matches() && !AddressBlock.isLiteral(host);
    }

    static int standardPort(String scheme) {
        return scheme.equals(HTTPS) ? 443 : 80;
    }

    String scheme() {
        return uri.getScheme().toLowerCase(Locale.ROOT);
    }

    /** Scheme, host and port, for messages. */
    String origin() {
        return scheme() + "://" + host + ":" + port;
    }
}
