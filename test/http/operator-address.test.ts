import { expect, test } from 'vitest'
import { Http } from '../support/client.ts'
import { ADMIN_TOKEN, startService } from '../support/service.ts'

const OPERATORS = ['/admin/v1/partners', '/metrics']
const PARTNERS = ['/v2/accounts/balances', '/exports/ord_1']
const HEALTH = ['/health/live', '/health/ready']
const headers = { authorization: `Bearer ${ADMIN_TOKEN}` }

async function statusesOf(url: string, targets: readonly string[]): Promise<number[]> {
  const http = new Http(url)
  const replies = await Promise.all(
    targets.map((target) => http.send({ method: 'GET', target, headers })),
  )
  http.close()
  return replies.map(({ status }) => status)
}

/** Returns the response to a browser that opens an address. */
async function rootAt(url: string): Promise<object> {
  const response = await fetch(url, { headers: { accept: 'text/html' }, redirect: 'manual' })
  const location = response.headers.get('location')
  const leadsToConsole = (await response.text()).includes('href="/console"')
  return { status: response.status, location, leadsToConsole }
}

test('each address has its own paths, and health is at both', async () => {
  const service = await startService()
  const {
    url,
    operatorUrl = '',
    stop,
  } = await service.another({
    adminHost: '127.0.0.1',
    adminPort: 0,
  })

  expect(await statusesOf(operatorUrl, OPERATORS)).toEqual([200, 200])
  expect(await statusesOf(url, OPERATORS)).toEqual([404, 404])
  expect(await statusesOf(operatorUrl, PARTNERS)).toEqual([404, 404])
  expect(await statusesOf(url, PARTNERS)).toEqual([401, 403])
  expect(await statusesOf(url, HEALTH)).toEqual([200, 200])
  expect(await statusesOf(operatorUrl, HEALTH)).toEqual([200, 200])
  expect(await rootAt(operatorUrl)).toMatchObject({ status: 302, location: '/console' })
  expect(await rootAt(url)).toMatchObject({ status: 200, leadsToConsole: false })
  expect(await statusesOf(operatorUrl, ['/'])).toEqual([404])
  await stop()
  await expect(fetch(`${operatorUrl}/health/live`)).rejects.toThrow('fetch failed')
})

test('without an address of its own the operator is served at the address of partners', async () => {
  const { url } = await startService()

  expect(await statusesOf(url, [...OPERATORS, ...PARTNERS])).toEqual([200, 200, 401, 403])
})
