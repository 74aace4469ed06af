package dev.punctual.bench.punctual;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A call of a script as the service sent it, as MONITOR shows it: what is measured alone is then what it sends.
 *
 * @param head EVALSHA, digest, number of keys and keys
 * @param args the arguments
 */
record SentScript(List<String> head, List<String> args) {

    private static final int KEYS_FROM = 3;
    private static final Pattern EVALSHA = Pattern.compile("\\] \"(?i:evalsha)\" ");

    /**
     * The first call whose words have a text in them.
     *
     * @param otherDigest not a call of this script
     */
    static Optional<SentScript> find(List<String> monitored, String text, String otherDigest) {
        return monitored.stream()
                .filter(line -> EVALSHA.matcher(line).find() && line.contains(text) && !line.contains(otherDigest))
                .map(SentScript::parse)
                .findFirst();
    }

    private static SentScript parse(String line) {
        List<String> words = words(line.substring(line.indexOf('"')));
        int keys = Integer.parseInt(words.get(2));
        return new SentScript(words.subList(0, KEYS_FROM + keys), words.subList(KEYS_FROM + keys, words.size()));
    }

    String digest() {
        return head.get(1);
    }

    /** Its words with other arguments. */
    String[] with(List<String> others) {
        return Stream.concat(head.stream(), others.stream()).toArray(String[]::new);
    }

    /** Splits words in quotes, with the escapes that Redis uses. */
    private static List<String> words(String quoted) {
        List<String> words = new ArrayList<>();
        StringBuilder word = null;
        for (int i = 0; i < quoted.length(); i++) {
            char c = quoted.charAt(i);
            if (c == '"') {
                if (word != null) {
                    words.add(word.toString());
                }
                word = word == null ? new StringBuilder() : null;
            } else if (word != null && c == '\\') {
                char escaped = quoted.charAt(++i);
                if (escaped == 'x') {
                    word.append((char) Integer.parseInt(quoted.substring(i + 1, i + 3), 16));
                    i += 2;
                } else {
                    word.append(
                            switch (escaped) {
                                case 'n' -> '\n';
                                case 'r' -> '\r';
                                case 't' -> '\t';
                                case 'a' -> '\007';
                                case 'b' -> '\b';
                                default -> escaped;
                            });
                }
            } else if (word != null) {
                word.append(c);
            }
        }
        return words;
    }
}
