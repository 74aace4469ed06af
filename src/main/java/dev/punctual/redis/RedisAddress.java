package dev.punctual.redis;

import dev.punctual.core.PunctualException;
import io.lettuce.core.RedisURI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Where Redis is: {@code redis[s]://[[user]:password@]host[:port][/database]}. User and password may be written as they
 * are; what is percent-encoded is decoded.
 *
 * @param shown the address without its password, for logs and messages
 */
record RedisAddress(
        boolean tls,
        @Nullable String user,
        @Nullable String password,
        String host,
        int port,
        int database,
        String shown) {

    static final String ALLOWED = "embedded, redis://[[user]:password@]host[:port][/database] or rediss://...";

    private static final Pattern FORM = Pattern.compile(
            "(?<scheme>rediss?)://((?<login>.*)@)?(?<host>\\[[0-9a-fA-F:.]+]|[A-Za-z0-9._-]+)"
                    + "(:(?<port>[0-9]{1,5}))?(/(?<database>[0-9]{1,4})?)?",
            Pattern.DOTALL);

    /**
     * @throws PunctualException naming {@code redis.uri} and what is allowed, never the password
     */
    static RedisAddress parse(String uri) {
        Matcher parts = FORM.matcher(uri);
        if (!parts.matches()) {
            throw new PunctualException("redis.uri is not an address of Redis; allowed: " + ALLOWED);
        }
        boolean tls = parts.group("scheme").equals("rediss");
        String login = parts.group("login");
        String user = null;
        String password = null;
        if (login != null) {
            int colon = login.indexOf(':');
            String name = colon < 0 ? "" : login.substring(0, colon);
            user = name.isEmpty() ? null : decoded(name);
            password = decoded(login.substring(colon + 1));
        }
        int port = parts.group("port") == null ? 6379 : Integer.parseInt(parts.group("port"));
        if (port < 1 || port > 65535) {
            throw new PunctualException("redis.uri has the port " + port + "; allowed: 1 to 65535");
        }
        int database = parts.group("database") == null ? 0 : Integer.parseInt(parts.group("database"));
        String host = parts.group("host");
        String shown = parts.group("scheme") + "://" + host + ":" + port + "/" + database;
        return new RedisAddress(tls, user, password, host, port, database, shown);
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException asItIs) {
            return text; // a bare percent sign in a password
        }
    }

    RedisURI toUri(RedisSettings.Timeouts timeouts) {
        RedisURI.Builder builder = RedisURI.builder()
                .withHost(host.replaceAll("[\\[\\]]", ""))
                .withPort(port)
                .withDatabase(database)
                .withSsl(tls)
                .withTimeout(timeouts.command())
                .withClientName("punctual");
        if (password != null && user != null) {
            builder.withAuthentication(user, password.toCharArray());
        } else if (password != null) {
            builder.withPassword(password.toCharArray());
        }
        return builder.build();
    }

    @Override
    public String toString() {
        return shown;
    }
}
