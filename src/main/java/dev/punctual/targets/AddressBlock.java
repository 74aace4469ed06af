package dev.punctual.targets;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.regex.Pattern;

/** A block of network addresses, or a single one. Immutable. */
final class AddressBlock {

    /** What cannot be the name of a host, so that reading it never asks a name server. */
    private static final Pattern LITERAL =
            Pattern.compile("((25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])(\\.(?!$)|$)){4}" + "|[0-9a-fA-F:.]*:[0-9a-fA-F:.]*");

    private static final int BYTE_BITS = 8;

    private final byte[] base;
    private final int prefixBits;

    private AddressBlock(byte[] base, int prefixBits) {
        this.base = base;
        this.prefixBits = prefixBits;
    }

    static boolean isLiteral(String text) {
        return LITERAL.matcher(text).matches();
    }

    /**
     * @param text an address, or an address, {@code /} and the number of leading bits that count
     * @throws IllegalArgumentException if it is neither
     */
    static AddressBlock parse(String text) {
        int slash = text.indexOf('/');
        String literal = slash < 0 ? text : text.substring(0, slash);
        byte[] base = bytes(literal);
        int bits = base.length * BYTE_BITS;
        int prefix = slash < 0 ? bits : Integer.parseInt(text.substring(slash + 1));
        if (prefix < 0 || prefix > bits) {
            throw new IllegalArgumentException("the number of bits must be from 0 to " + bits);
        }
        return new AddressBlock(base, prefix);
    }

    private static byte[] bytes(String literal) {
        if (!isLiteral(literal)) {
            throw new IllegalArgumentException("not an address: " + literal);
        }
        try {
            byte[] bytes = InetAddress.getByName(literal).getAddress();
            // Java reads ::ffff:a.b.c.d as a.b.c.d.
            return literal.indexOf(':') >= 0 && bytes.length == 4 ? mapped(bytes) : bytes;
        } catch (UnknownHostException wrong) {
            throw new IllegalArgumentException("not an address: " + literal, wrong);
        }
    }

    private static byte[] mapped(byte[] four) {
        byte[] sixteen = new byte[16];
        sixteen[10] = (byte) 0xff;
        sixteen[11] = (byte) 0xff;
        System.arraycopy(four, 0, sixteen, 12, 4);
        return sixteen;
    }

    boolean contains(InetAddress address) {
        byte[] bytes = address.getAddress();
        if (bytes.length != base.length) {
            return false;
        }
        int whole = prefixBits / BYTE_BITS;
        if (!Arrays.equals(bytes, 0, whole, base, 0, whole)) {
            return false;
        }
        int rest = prefixBits % BYTE_BITS;
        return rest == 0 || (bytes[whole] ^ base[whole]) >> (BYTE_BITS - rest) == 0;
    }
}
