package dev.punctual.core;

/** What ids and names of queues are made of: characters that are safe in a URL path and in a Redis key. */
final class NameText {

    private NameText() {}

    /**
     * Whether a text is made of {@code A-Z a-z 0-9 . _ ~ : -} alone, and is neither {@code .} nor {@code ..}. By hand and
     * not by a regular expression, since every claim asks it several times for each job.
     */
    static boolean isOf(String text, int maxLength) {
        int length = text.length();
        if (length == 0 || length > maxLength || text.equals(".") || text.equals("..")) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (!isAllowed(text.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    private static boolean isAllowed(char one) {
        return (one >= 'a' && one <= 'z')
                || (one >= 'A' && one <= 'Z')
                || (one >= '0' && one <= '9')
                || "._~:-".indexOf(one) >= 0;
    }
}
