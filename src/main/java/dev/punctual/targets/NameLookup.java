package dev.punctual.targets;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/** Asks for the addresses behind a name. May block. */
@FunctionalInterface
interface NameLookup {

    /** As the operating system and the JVM do it. */
    NameLookup SYSTEM = host -> List.of(InetAddress.getAllByName(host));

    /**
     * @param host a name, or an address as it stands in a URL
     * @return at least one
     */
    List<InetAddress> addresses(String host) throws UnknownHostException;
}
