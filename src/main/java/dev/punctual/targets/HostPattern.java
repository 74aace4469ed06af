package dev.punctual.targets;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One entry of {@code allowJobUrls} that names hosts.
 *
 * @param scheme {@code https}, unless the entry says {@code http}
 * @param host a name or an address as it stands in a URL, {@code *.} and a domain, or {@code *}; in lower case
 * @param port the one port
 */
record HostPattern(String scheme, String host, int port) {

    private static final Pattern FORM = Pattern.compile("((?<scheme>https?)://)?"
            + "(?<host>\\*|(\\*\\.)?[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?|\\[[0-9a-fA-F:.]+])"
            + "(:(?<port>[0-9]{1,5}))?");

    /**
     * @throws IllegalArgumentException if the entry has another form
     */
    static HostPattern parse(String entry) {
        Matcher parts = FORM.matcher(entry);
        if (!parts.matches()) {
            throw new IllegalArgumentException("not a host: " + entry);
        }
        String scheme = parts.group("scheme") == null ? WebUrl.HTTPS : parts.group("scheme");
        String port = parts.group("port");
        int number = port == null ? WebUrl.standardPort(scheme) : Integer.parseInt(port);
        if (number < 1 || number > WebUrl.PORT_MAX) {
            throw new IllegalArgumentException("not a port: " + port);
        }
        return new HostPattern(scheme, parts.group("host").toLowerCase(Locale.ROOT), number);
    }

    boolean matches(WebUrl url) {
        return scheme.equals(url.scheme()) && port == url.port() && matchesHost(url.host());
    }

    private boolean matchesHost(String name) {
        if (host.equals("*")) {
            return true;
        }
        return host.startsWith("*.") ? name.endsWith(host.substring(1)) : host.equals(name);
    }
}
