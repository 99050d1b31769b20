import { invalidField, readNetwork } from '../core/mod.ts'

const NETWORKS_MAX = 50

/**
 * Checks networks in CIDR notation. A single address is a network of one. Refuses invalid_request,
 * naming the entry.
 */
export function checkNetworks(networks: readonly string[]): string[] {
  if (networks.length < 1 || networks.length > NETWORKS_MAX) {
    throw invalidField('allowedAddresses', `must have 1 to ${NETWORKS_MAX} networks`)
  }
  return networks.map((text, at) => {
    const network = readNetwork(text)
    if (network) return `${network.address}/${network.prefix}`
    throw invalidField(
      `allowedAddresses[${at}]`,
      'must be a network such as 203.0.113.0/24 or 2001:db8::/32',
    )
  })
}
