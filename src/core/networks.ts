import { BlockList, isIP } from 'node:net'

/** Networks of addresses. */
export interface Networks {
  /** `address` is the text of an IPv4 or IPv6 address. */
  has(address: string): boolean
}

interface Network {
  readonly address: string
  readonly prefix: number
  readonly family: 'ipv4' | 'ipv6'
}

const PREFIX_MAX = { 4: 32, 6: 128 } as const
const NETWORK = /^([0-9A-Fa-f:.]{2,45})(?:\/(\d{1,3}))?$/
/** The prefix of an IPv4 address on a dual-stack socket. */
const MAPPED = /^::ffff:(?=\d+\.)/i

/** Returns networks that `readNetwork` can read; other texts are left out. */
export function networksOf(texts: readonly string[]): Networks {
  const list = new BlockList()
  for (const text of texts) {
    const network = readNetwork(text)
    if (network) list.addSubnet(network.address, network.prefix, network.family)
  }
  return {
    has(address) {
      const plain = withoutMapping(address)
      return list.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4')
    },
  }
}

/** Reads CIDR notation; a single address is a network of one. Undefined if it is neither. */
export function readNetwork(text: string): Network | undefined {
  const [, address = '', prefixText] = NETWORK.exec(text) ?? []
  const version = isIP(address)
  if (version !== 4 && version !== 6) return undefined
  const prefix = prefixText === undefined ? PREFIX_MAX[version] : Number(prefixText)
  if (prefix > PREFIX_MAX[version]) return undefined
  return { address, prefix, family: version === 4 ? 'ipv4' : 'ipv6' }
}

/** Returns the IPv4 address of a dual-stack socket without its prefix; others unchanged. */
export function withoutMapping(address: string): string {
  return address.replace(MAPPED, '')
}
