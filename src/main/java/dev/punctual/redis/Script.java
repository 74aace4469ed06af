package dev.punctual.redis;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

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

    /** A line of constant numbers. */
    private static final Pattern CONSTANTS =
            Pattern.compile("(?m)^local ([A-Z_]+(?:, [A-Z_]+)*) = ([0-9]+(?:, [0-9]+)*)\\R");

    /** A name in capitals, but within quotes. */
    private static final Pattern NAME = Pattern.compile("(?<![\\w'.])[A-Z][A-Z_]+(?![\\w'.])");

    /**
     * @throws IllegalStateException if the file is not in the jar
     */
    static Script load(String name, int keys) {
        String body = read(name);
        StringBuilder source =
                new StringBuilder("#!lua flags=").append(header(body, "flags")).append('\n');
        for (String prelude : header(body, "uses").split(",\\s*", -1)) {
            if (!prelude.isEmpty()) {
                source.append(withoutComments(read(prelude)));
            }
        }
        source.append(withoutComments(body));
        String sent = withConstants(source.toString());
        return new Script(name, keys, sent, sha1(sent));
    }

    /**
     * Puts constant numbers where their names stand. Redis runs a script from its first line on each time, and there every
     * function that names a constant pays for each of them.
     */
    private static String withConstants(String source) {
        Map<String, String> values = new HashMap<>();
        Matcher constants = CONSTANTS.matcher(source);
        while (constants.find()) {
            String[] names = constants.group(1).split(", ", -1);
            String[] numbers = constants.group(2).split(", ", -1);
            for (int i = 0; i < names.length; i++) {
                values.put(names[i], numbers[i]);
            }
        }
        return NAME.matcher(constants.replaceAll(""))
                .replaceAll(name -> values.getOrDefault(name.group(), name.group()));
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
