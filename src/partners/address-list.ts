import { BlockList, isIP } from 'node:net'
import { invalidField } from '../core/mod.ts'

/** The networks from which a credential may be used. */
export interface AddressList {
  /** `address` is the IPv4 or IPv6 text of the socket. */
  allows(address: string): boolean
}

const NETWORKS_MAX = 50
const PREFIX_MAX = { 4: 32, 6: 128 } as const
const NETWORK = /^([0-9A-Fa-f:.]{2,45})(?:\/(\d{1,3}))?$/
/** The prefix of an IPv4 address on a dual-stack socket. */
const MAPPED = /^::ffff:(?=\d+\.)/i

interface Network {
  readonly address: string
  readonly prefix: number
  readonly family: 'ipv4' | 'ipv6'
}

/**
 * Checks networks in CIDR notation. A single address is a network of one. Refuses invalid_request,
 * naming the entry.
 */
export function checkNetworks(networks: readonly string[]): string[] {
  if (networks.length < 1 || networks.length > NETWORKS_MAX) {
    throw invalidField('allowedAddresses', `must have 1 to ${NETWORKS_MAX} networks`)
  }
  return networks.map((text, at) => {
    const network = parseNetwork(text)
    if (network) return `${network.address}/${network.prefix}`
    throw invalidField(
      `allowedAddresses[${at}]`,
      'must be a network such as 203.0.113.0/24 or 2001:db8::/32',
    )
  })
}

export function addressList(networks: readonly string[]): AddressList {
  const list = new BlockList()
  for (const text of networks) {
    const network = parseNetwork(text)
    if (network) list.addSubnet(network.address, network.prefix, network.family)
  }
  return {
    allows(address) {
      const plain = address.replace(MAPPED, '')
      return list.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4')
    },
  }
}

function parseNetwork(text: string): Network | undefined {
  const [, address = '', prefixText] = NETWORK.exec(text) ?? []
  const version = isIP(address)
  if (version !== 4 && version !== 6) return undefined
  const prefix = prefixText === undefined ? PREFIX_MAX[version] : Number(prefixText)
  if (prefix > PREFIX_MAX[version]) return undefined
  return { address, prefix, family: version === 4 ? 'ipv4' : 'ipv6' }
}
