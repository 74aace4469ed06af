package dev.punctual.targets;

import dev.punctual.core.InvalidJobException;
import dev.punctual.core.JobUrlRules;
import dev.punctual.core.PunctualException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The URLs that a job may bring itself, and the addresses that may stand behind them: public ones, and those that are
 * listed. Immutable.
 */
final class JobUrls implements JobUrlRules {

    private final List<HostPattern> hosts;
    private final List<AddressBlock> addresses;

    private JobUrls(List<HostPattern> hosts, List<AddressBlock> addresses) {
        this.hosts = List.copyOf(hosts);
        this.addresses = List.copyOf(addresses);
    }

    /**
     * @param entries as {@link WebhookSettings#allowJobUrls} has them
     * @throws PunctualException naming the entry that cannot be read
     */
    static JobUrls of(List<String> entries) {
        List<HostPattern> hosts = new ArrayList<>();
        List<AddressBlock> addresses = new ArrayList<>();
        for (int i = 0; i < entries.size(); i++) {
            String entry = entries.get(i);
            try {
                if (entry.matches("[^/]+/[0-9]{1,3}")) {
                    addresses.add(AddressBlock.parse(entry));
                    continue;
                }
                HostPattern pattern = HostPattern.parse(entry);
                hosts.add(pattern);
                String bare = bare(pattern.host());
                if (AddressBlock.isLiteral(bare)) {
                    addresses.add(AddressBlock.parse(bare));
                }
            } catch (IllegalArgumentException wrong) {
                throw new PunctualException(
                        "allowJobUrls[" + i
                                + "] must be host, host:port, http://host, http://host:port, *.domain, * or a"
                                + " block of addresses such as 10.1.0.0/16, not '" + entry + "'",
                        wrong);
            }
        }
        return new JobUrls(hosts, addresses);
    }

    /** Whether any URL may be brought at all. */
    boolean areAllowed() {
        return !hosts.isEmpty();
    }

    @Override
    public void admit(String text) {
        if (!areAllowed()) {
            NONE.admit(text);
        }
        try {
            WebUrl url = check(text);
            String bare = bare(url.host());
            if (AddressBlock.isLiteral(bare)) {
                check(url.host(), InetAddress.getByName(bare));
            }
        } catch (RefusedUrlException | UnknownHostException refused) {
            throw new InvalidJobException("url", String.valueOf(refused.getMessage()));
        }
    }

    private static String bare(String host) {
        return host.replaceAll("[\\[\\]]", "");
    }

    /**
     * @throws RefusedUrlException saying why the URL is refused
     */
    WebUrl check(String text) {
        WebUrl url = WebUrl.parse(text).orElseThrow(() -> new RefusedUrlException("the job's url " + WebUrl.ALLOWED));
        if (hosts.stream().noneMatch(pattern -> pattern.matches(url))) {
            throw new RefusedUrlException("the job's url is refused: allowJobUrls does not list " + url.origin());
        }
        return url;
    }

    /**
     * @throws RefusedUrlException if the address is neither public nor listed
     */
    void check(String host, InetAddress address) {
        AddressKind kind = AddressKind.of(address);
        if (kind != AddressKind.PUBLIC && addresses.stream().noneMatch(block -> block.contains(address))) {
            // The address itself stays here: whoever sends jobs need not learn what names mean within.
            throw new RefusedUrlException("the job's url is refused: " + host + " has a "
                    + kind.name().toLowerCase(Locale.ROOT).replace('_', '-') + " address that is not listed");
        }
    }
}
