package dev.punctual.targets;

import dev.punctual.core.PunctualException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Signs by Standard Webhooks 1.0, once with each secret. Thread-safe. */
final class Signer {

    private static final String PREFIX = "whsec_";
    private static final String ALGORITHM = "HmacSHA256";
    private static final int KEY_MIN_BYTES = 24;
    private static final int KEY_MAX_BYTES = 64;

    private final List<SecretKeySpec> keys;

    private Signer(List<SecretKeySpec> keys) {
        this.keys = keys;
    }

    /**
     * @throws PunctualException naming the place of the secret that cannot be used, never its text
     */
    static Signer of(List<String> secrets) {
        List<SecretKeySpec> keys = new ArrayList<>();
        for (int i = 0; i < secrets.size(); i++) {
            byte[] key = decode(secrets.get(i));
            if (key.length < KEY_MIN_BYTES || key.length > KEY_MAX_BYTES) {
                throw new PunctualException("secrets[" + i + "] must be " + PREFIX + " and the base64 of "
                        + KEY_MIN_BYTES + " to " + KEY_MAX_BYTES + " random bytes");
            }
            keys.add(new SecretKeySpec(key, ALGORITHM));
        }
        return new Signer(List.copyOf(keys));
    }

    private static byte[] decode(String secret) {
        if (!secret.startsWith(PREFIX)) {
            return new byte[0];
        }
        try {
            return Base64.getDecoder().decode(secret.substring(PREFIX.length()));
        } catch (IllegalArgumentException notBase64) {
            return new byte[0];
        }
    }

    boolean signs() {
        return !keys.isEmpty();
    }

    /** The value of {@code webhook-signature}: a signature for each secret, in their order, between spaces. */
    String sign(String id, long timestampSeconds, byte[] body) {
        byte[] head = (id + '.' + timestampSeconds + '.').getBytes(StandardCharsets.UTF_8);
        StringBuilder signatures = new StringBuilder();
        for (SecretKeySpec key : keys) {
            Mac mac = mac(key);
            mac.update(head);
            signatures
                    .append(signatures.isEmpty() ? "v1," : " v1,")
                    .append(Base64.getEncoder().encodeToString(mac.doFinal(body)));
        }
        return signatures.toString();
    }

    private static Mac mac(SecretKeySpec key) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            return mac;
        } catch (GeneralSecurityException missing) {
            throw new IllegalStateException("every JVM has " + ALGORITHM, missing);
        }
    }
}
