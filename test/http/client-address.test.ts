import { request } from 'node:http'
import { expect, test } from 'vitest'
import { loadConfig } from '../../src/settings/config.ts'
import { networksOf } from '../../src/core/mod.ts'
import { clientBehind } from '../../src/http/listeners/client-address.ts'
import { signedHeaders, type Credentials } from '../support/client.ts'
import {
  ADMIN_TOKEN,
  dataOf,
  shareService,
  startService,
  type RunningService,
} from '../support/service.ts'

const STRANGER = '203.0.113.9'
const trusted = networksOf(['10.0.0.0/8', '127.0.0.1', '2001:db8:1::/48'])

test.each([
  ['nothing is forwarded', '', '10.0.0.1'],
  ['the proxy names the client', STRANGER, STRANGER],
  ['the client itself forwards another address', `198.51.100.1, ${STRANGER}`, STRANGER],
  ['several trusted proxies forward it', `${STRANGER}, 10.9.9.9, 2001:db8:1::7`, STRANGER],
  ['a proxy that is not trusted is between', `${STRANGER}, 192.0.2.1, 10.9.9.9`, '192.0.2.1'],
  ['every hop is trusted', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
  ['the client has an IPv6 address', '2001:DB8:2:0::0001', '2001:db8:2::1'],
  ['the client has an IPv4 address on a dual stack', `::ffff:${STRANGER}`, STRANGER],
  ['a trusted proxy has an IPv4 address on a dual stack', `${STRANGER}, ::ffff:10.0.0.2`, STRANGER],
  ['the forwarded text is no address', 'unknown', '10.0.0.1'],
  ['a name stands before a proxy', `localhost, 10.0.0.2`, '10.0.0.2'],
  ['an entry is empty', `${STRANGER}, ,10.0.0.2`, '10.0.0.2'],
  ['an address has a zone', 'fe80::1%eth0', '10.0.0.1'],
  ['an address has a port', `${STRANGER}:443`, '10.0.0.1'],
])('if %s, the client of "%s" is %s', (_case, forwarded, client) => {
  expect(clientBehind(trusted, '10.0.0.1', forwarded)).toBe(client)
})

test('an untrusted peer is the client, whatever address it forwards', () => {
  expect(clientBehind(trusted, '192.0.2.7', STRANGER)).toBe('192.0.2.7')
  expect(clientBehind(trusted, '2001:db8:2::1', '10.0.0.1')).toBe('2001:db8:2::1')
  expect(clientBehind(trusted, '::ffff:10.0.0.1', STRANGER)).toBe(STRANGER)
})

const LOCAL = loadConfig({ TESSERA_TRUSTED_PROXIES: '127.0.0.1, ::1/128' })
const sharedBehindProxy = shareService({
  settings: { trustedProxies: LOCAL.trustedProxies, failureLimit: 1 },
})

interface SentRequest {
  readonly target: string
  readonly forwarded: string | string[]
  readonly credentials?: Credentials
  readonly method?: string
  readonly headers?: Record<string, string>
  readonly body?: string
}

/** Sends a request with headers of a proxy, and returns its status. */
function send(service: Pick<RunningService, 'url'>, sent: SentRequest): Promise<number> {
  const { target, forwarded, credentials, method = 'GET', headers, body } = sent
  const timestamp = new Date().toISOString()
  const signed = credentials && signedHeaders(credentials, { method, timestamp })
  return new Promise((resolve, reject) => {
    const all = { ...signed, ...headers, 'x-forwarded-for': forwarded }
    const outgoing = request(new URL(target, service.url), { method, headers: all }, (reply) => {
      reply.resume().on('end', () => resolve(reply.statusCode ?? 0))
    })
    outgoing.on('error', reject).end(body)
  })
}

test('failures of one client do not slow down another client behind the same balancer', async () => {
  const service = await sharedBehindProxy()
  const headers = { authorization: 'Bearer wrong' }
  const guess = (forwarded: string): Promise<number> =>
    send(service, { target: '/admin/v1/partners', forwarded, headers })

  const statuses: number[] = []
  for (let at = 0; at < 11; at += 1) statuses.push(await guess(`10.1.1.${at}, ${STRANGER}`))

  expect(statuses).toContain(429)
  expect(await guess(STRANGER)).toBe(429)
  expect(await guess('198.51.100.1')).toBe(401)
})

test('allow-lists, the audit log and the request log use the address of the client', async () => {
  const service = await sharedBehindProxy()
  const { admin, partner } = service
  const { partnerId } = partner
  const path = `/admin/v1/partners/${partnerId}/credentials`
  const input = { allowedAddresses: [`${STRANGER}/32`] }
  const credentials: Credentials = dataOf(await admin.post(path, input))
  const target = '/v2/accounts/balances'

  const read = (forwarded: string | string[]): Promise<number> =>
    send(service, { target, forwarded, credentials })
  expect(await read(STRANGER)).toBe(200)
  expect(await read(['127.0.0.1', `198.51.100.2, ${STRANGER}`])).toBe(200)
  expect(await read(`${STRANGER}, 198.51.100.2`)).toBe(403)
  expect(await read('unknown')).toBe(403)

  await expect
    .poll(async () => {
      const query = `clientId=${credentials.clientId}`
      const logged: { address: string }[] = dataOf(await admin.get(`/admin/v1/requests?${query}`))
      return logged.map(({ address }) => address).toSorted()
    })
    .toEqual(['127.0.0.1', '198.51.100.2', STRANGER, STRANGER])

  const headers = {
    authorization: `Bearer ${ADMIN_TOKEN}`,
    'content-type': 'application/json',
  }
  const act = { method: 'POST', target: '/admin/v1/partners', headers, body: '{"name":"Zed"}' }
  expect(await send(service, { ...act, forwarded: '198.51.100.77' })).toBe(201)
  const { rows } = await service.db.pool.query<{ address: string }>(
    'select address from audit_entries order by audit_id desc limit 1',
  )
  expect(rows).toEqual([{ address: '198.51.100.77' }])
})

test('forwarded addresses are read only from trusted proxies', async () => {
  const elsewhere = loadConfig({ TESSERA_TRUSTED_PROXIES: '192.0.2.0/24' })
  const service = await startService()
  const other = await service.another({ trustedProxies: elsewhere.trustedProxies })
  const input = { allowedAddresses: [STRANGER] }
  const path = `/admin/v1/partners/${service.partner.partnerId}/credentials`
  const credentials: Credentials = dataOf(await service.admin.post(path, input))

  for (const one of [service, other]) {
    const target = '/v2/accounts/balances'
    expect(await send(one, { target, forwarded: STRANGER, credentials })).toBe(403)
  }
})

test.each(['10.0.0.0/33', '0.0.0.0/0', '::/0', 'localhost', '10.0.0.0/8,', '10.0.0.0/8;::1'])(
  'TESSERA_TRUSTED_PROXIES=%s stops the start',
  (text) => {
    expect(() => loadConfig({ TESSERA_TRUSTED_PROXIES: text })).toThrow(
      /^TESSERA_TRUSTED_PROXIES must be 1 to 50 networks such as /,
    )
  },
)
