package dev.punctual.redis;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * One Lua file with the preludes that it uses. It begins with a shebang, so that Redis checks memory, replicas and
 * persistence before the first line and never refuses it half-way.
 *
 * @param name the file's name without its ending
 * @param keys how many keys it takes
 * @param source what is sent to Redis
 * @param digest its SHA-1 in hex, by which Redis knows it
 */
record Script(String name, int keys, String source, String digest) {

    /**
     * @throws IllegalStateException if the file is not in the jar
     */
    static Script load(String name, int keys) {
        String body = read(name);
        StringBuilder source =
                new StringBuilder("#!lua flags=").append(header(body, "flags")).append('\n');
        for (String prelude : header(body, "uses").split(",\\s*", -1)) {
            source.append(withoutComments(read(prelude)));
        }
        source.append(withoutComments(body));
        return new Script(name, keys, source.toString(), sha1(source.toString()));
    }

    private static String header(String body, String field) {
        return body.lines()
                .filter(line -> line.startsWith("-- " + field + ":"))
                .map(line -> line.substring(field.length() + 4).trim())
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no header '" + field + "' in a script"));
    }

    private static String withoutComments(String text) {
        StringBuilder code = new StringBuilder();
        text.lines().filter(line -> !line.stripLeading().startsWith("--")).forEach(line -> code.append(line)
                .append('\n'));
        return code.toString();
    }

    private static String read(String name) {
        try (InputStream file = Script.class.getResourceAsStream("/lua/" + name + ".lua")) {
            if (file == null) {
                throw new IllegalStateException("no script " + name + " in the jar");
            }
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static String sha1(String text) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-1").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible); // every Java platform has SHA-1
        }
    }
}
