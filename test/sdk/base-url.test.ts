import { expect, test } from 'vitest'
import { Tessera } from '@tessera/sdk'
import { done, startScript } from '../support/scripted-server.ts'

const SIGNER = { clientId: 'c', apiKey: 'k', hmacSecret: 's' }

test.each([
  '/docs',
  '/docs/quickstart',
  '/v2/',
  '/api/partner/v1',
  '/prefix/docs',
  '/openapi.json',
])('the address of a page or path of the service is not a base URL: %s', (path) => {
  const base = path.startsWith('/prefix') ? 'https://docs/prefix' : 'https://docs'
  const make = () => new Tessera({ ...SIGNER, baseUrl: `https://docs${path}` })

  expect(make).toThrow(TypeError)
  expect(make).toThrow(new RegExp(`^baseUrl must not end with /\\S*: use ${base}$`))
})

test('a base URL may have a prefix', async () => {
  const script = await startScript(done)

  for (const prefix of ['', '/', '/api', '/docs/v2/tessera/'])
    await new Tessera({ ...SIGNER, baseUrl: script.url + prefix }).orders.get('ord_1')

  const targets = ['', '', '/api', '/docs/v2/tessera'].map((prefix) => `${prefix}/v2/orders/ord_1`)
  expect(script.targets).toEqual(targets)
})

test.each(['127.0.0.1:8080', 'ftp://127.0.0.1', 'https://'])('%s is not a base URL', (baseUrl) => {
  const make = () => new Tessera({ ...SIGNER, baseUrl })

  expect(make).toThrow('baseUrl must begin with http:// or https://')
})
