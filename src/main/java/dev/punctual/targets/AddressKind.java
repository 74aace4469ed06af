package dev.punctual.targets;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.List;

/** What a network address is for, as far as it is not an ordinary public one. */
enum AddressKind {
    UNSPECIFIED("0.0.0.0/8", "::/128"),
    LOOPBACK("127.0.0.0/8", "::1/128"),
    PRIVATE("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7", "fec0::/10"),
    /** The metadata services of most clouds stand here too. */
    LINK_LOCAL("169.254.0.0/16", "fe80::/10"),
    CARRIER_NAT("100.64.0.0/10"),
    /** A cloud's own service on an address that looks public. */
    METADATA("168.63.129.16/32", "192.0.0.192/32"),
    MULTICAST("224.0.0.0/4", "ff00::/8"),
    /** For documentation, measurements and the future. */
    RESERVED(
            "192.0.0.0/24",
            "192.0.2.0/24",
            "192.88.99.0/24",
            "198.18.0.0/15",
            "198.51.100.0/24",
            "203.0.113.0/24",
            "240.0.0.0/4",
            "2001::/23",
            "2001:db8::/32",
            "3fff::/20"),
    /** An IPv4 address within an IPv6 one. */
    EMBEDDED("::ffff:0:0/96", "::/96", "64:ff9b::/96", "64:ff9b:1::/48", "2002::/16"),
    PUBLIC;

    /** All of IPv6 that is given out; the rest is reserved. */
    private static final AddressBlock GLOBAL_UNICAST = AddressBlock.parse("2000::/3");

    @SuppressWarnings("ImmutableEnumChecker") // Stream.toList gives a list that does not change
    private final List<AddressBlock> blocks;

    AddressKind(String... blocks) {
        this.blocks = List.of(blocks).stream().map(AddressBlock::parse).toList();
    }

    static AddressKind of(InetAddress address) {
        for (AddressKind kind : values()) {
            if (kind.blocks.stream().anyMatch(block -> block.contains(address))) {
                return kind;
            }
        }
        return address instanceof Inet4Address || GLOBAL_UNICAST.contains(address) ? PUBLIC : RESERVED;
    }
}
