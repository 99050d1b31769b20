import { BlockList, isIP } from 'node:net'

/**
 * Networks of IPv4 that no webhook is sent to: private, loopback, link-local with the metadata
 * services of clouds, shared by carriers (CGNAT), multicast, and those that IANA reserves for
 * special purposes.
 */
const REFUSED_IPV4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]

/** Prefixes of IPv6 whose last 32 bits are an address of IPv4: mapped, and NAT64. */
const WRAPPING_IPV6 = ['::ffff:', '64:ff9b::']
const WRAPPING_BITS = 96

/** The unicast addresses of the internet. Everything else in IPv6 is refused. */
const INTERNET_IPV6: readonly [string, number] = ['2000::', 3]

/**
 * Exceptions within the unicast addresses: protocol assignments with Teredo and ORCHID,
 * documentation, and 6to4.
 */
const REFUSED_IPV6: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]

const allowed = new BlockList()
allowed.addSubnet(...INTERNET_IPV6, 'ipv6')
const refused = new BlockList()
for (const [network, prefix] of REFUSED_IPV4) {
  refused.addSubnet(network, prefix, 'ipv4')
  for (const wrapping of WRAPPING_IPV6) {
    refused.addSubnet(`${wrapping}${network}`, WRAPPING_BITS + prefix, 'ipv6')
  }
}
for (const wrapping of WRAPPING_IPV6) {
  allowed.addSubnet(`${wrapping}0.0.0.0`, WRAPPING_BITS, 'ipv6')
}
for (const [network, prefix] of REFUSED_IPV6) refused.addSubnet(network, prefix, 'ipv6')

/** True if the address, as text, is public: on the internet, and neither private nor reserved. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return !refused.check(address, 'ipv4')
  if (version !== 6 || address.includes('%')) return false
  return allowed.check(address, 'ipv6') && !refused.check(address, 'ipv6')
}
