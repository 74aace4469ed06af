package dev.punctual.resources;

import dev.punctual.api.RefusedException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/** Decodes UTF-8 without mercy: what is replaced in silence could not be delivered as sent. */
final class Utf8 {

    private static final char BYTE_ORDER_MARK = '\uFEFF';

    private Utf8() {}

    /**
     * @throws RefusedException 400 if the bytes are not UTF-8 or begin with a byte order mark
     */
    static String decode(ByteBuffer bytes) {
        String text;
        try {
            text = StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)
                    .decode(bytes)
                    .toString();
        } catch (CharacterCodingException malformed) {
            throw RefusedException.malformed("The body is not UTF-8");
        }
        if (!text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK) {
            throw RefusedException.malformed("The body must not begin with a byte order mark");
        }
        return text;
    }
}
