const GROUPS = 8
const NETWORK_GROUPS = 4

/**
 * Returns the IPv4 address, or the /64 of an IPv6 address, all of which one client may own. Some
 * proxies add the client's port, which is another one for each connection.
 */
export function networkOf(address: string): string {
  const ipv4 = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)(?::\d+)?$/i.exec(address)?.[1]
  if (ipv4 !== undefined) return ipv4
  if (!address.includes(':')) return address
  const bare = /^\[([^\]]+)\]/.exec(address)?.[1] ?? address
  const [head = '', tail = ''] = bare.toLowerCase().split('::')
  const [before = [], after = []] = [head, tail].map((part) => part.split(':').flatMap(groupOf))
  const zeros = Array.from(
    { length: Math.max(0, GROUPS - before.length - after.length) },
    () => '0',
  )
  return [...before, ...zeros, ...after].slice(0, NETWORK_GROUPS).join(':')
}

/** Removes leading zeros, which may be written or not. */
function groupOf(text: string): string[] {
  return text === '' ? [] : [text.replace(/^0+(?=.)/, '')]
}
