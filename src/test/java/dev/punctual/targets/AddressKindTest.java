package dev.punctual.targets;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class AddressKindTest {

    @ParameterizedTest
    @CsvSource({
        "0.0.0.0, UNSPECIFIED",
        "0.1.2.3, UNSPECIFIED",
        "'::', UNSPECIFIED",
        "127.0.0.1, LOOPBACK",
        "127.255.255.254, LOOPBACK",
        "'::1', LOOPBACK",
        "10.0.0.1, PRIVATE",
        "172.16.0.1, PRIVATE",
        "172.31.255.255, PRIVATE",
        "192.168.1.1, PRIVATE",
        "fc00::1, PRIVATE",
        "fd00:ec2::254, PRIVATE",
        "fec0::1, PRIVATE",
        "169.254.169.254, LINK_LOCAL",
        "fe80::1, LINK_LOCAL",
        "febf::1, LINK_LOCAL",
        "100.64.0.1, CARRIER_NAT",
        "100.100.100.200, CARRIER_NAT",
        "100.127.255.255, CARRIER_NAT",
        "168.63.129.16, METADATA",
        "192.0.0.192, METADATA",
        "224.0.0.1, MULTICAST",
        "239.255.255.255, MULTICAST",
        "ff02::1, MULTICAST",
        "192.0.2.1, RESERVED",
        "198.18.0.1, RESERVED",
        "198.19.255.255, RESERVED",
        "198.51.100.1, RESERVED",
        "203.0.113.1, RESERVED",
        "240.0.0.1, RESERVED",
        "255.255.255.255, RESERVED",
        "2001::1, RESERVED",
        "2001:db8::1, RESERVED",
        "4000::1, RESERVED",
        "100::1, RESERVED",
        "::7f00:1, EMBEDDED",
        "64:ff9b::7f00:1, EMBEDDED",
        "64:ff9b:1::1, EMBEDDED",
        "2002:7f00:1::1, EMBEDDED",
        "1.1.1.1, PUBLIC",
        "9.255.255.255, PUBLIC",
        "11.0.0.0, PUBLIC",
        "100.63.255.255, PUBLIC",
        "100.128.0.0, PUBLIC",
        "172.15.255.255, PUBLIC",
        "172.32.0.0, PUBLIC",
        "192.167.255.255, PUBLIC",
        "223.255.255.255, PUBLIC",
        "2606:4700:4700::1111, PUBLIC",
        "2a00:1450::1, PUBLIC",
    })
    void knowsWhatAnAddressIsFor(String literal, AddressKind kind) throws UnknownHostException {
        assertThat(AddressKind.of(InetAddress.getByName(literal))).isEqualTo(kind);
    }

    @Test
    void readsAMappedAddressAsTheOneWithin() throws UnknownHostException {
        assertThat(AddressKind.of(InetAddress.getByName("::ffff:10.0.0.1"))).isEqualTo(AddressKind.PRIVATE);
        byte[] mapped = new byte[16];
        mapped[10] = (byte) 0xff;
        mapped[11] = (byte) 0xff;
        mapped[12] = 127;
        mapped[15] = 1;
        assertThat(AddressKind.of(Inet6Address.getByAddress("x", mapped, -1))).isEqualTo(AddressKind.EMBEDDED);
    }
}
