import { once } from 'node:events'
import { createServer as createTlsServer } from 'node:https'
import { expect, onTestFinished, test } from 'vitest'
import { selfSigned } from '../support/certificate.ts'
import { doctor, environmentOf, expectWrong, NOBODY } from './doctor.ts'
import { startScript, wait } from '../support/scripted-server.ts'
import { makeDirectory, startStub } from './fixture.ts'

test.each([
  // A name of 64 characters is refused without asking a server.
  ['a wrong host', `http://${'x'.repeat(64)}.example`, /^address the name .* has no address/],
  ['a port where nothing listens', 'http://127.0.0.1:1', /^connection .*ECONNREFUSED.*start the/],
  ['a path in the address', 'http://127.0.0.1:1/v2', /^address .*: remove \/v2 from it$/],
])('tessera doctor finds %s', async (_what, url, line) => {
  await expectWrong(environmentOf(url, NOBODY), line)
})

test.each([
  ['another service', { status: 200, body: '<html>' }, /^service .* not a Tessera \(200\)/],
  [
    'a redirect',
    { status: 301, headers: { location: 'https://other.example/' } },
    /^service it redirects to https:\/\/other\.example\/: write/,
  ],
  ['a balancer without a service', { status: 503 }, /^service .*\(503\): try again later/],
  [
    'another version',
    { status: 200, body: { info: { title: 'Tessera', version: '2.0.0' } } },
    /^version .* 2\.0\.0, and this tessera speaks version 1: install/,
  ],
])('tessera doctor finds %s at the address', async (_what, answer, line) => {
  const { url } = await startStub(answer)
  const { wrong } = await doctor(environmentOf(url, NOBODY))
  expect(wrong[0]).toMatch(line)
})

test('doctor finds a port without TLS, a port that requires it, and an untrusted certificate', async () => {
  const { url } = await startStub({ status: 200 })
  const server = createTlsServer(selfSigned('127.0.0.1')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  const host = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`

  await expectWrong(
    environmentOf(url.replace('http:', 'https:'), NOBODY),
    /^tls .*: port \d+ does not speak TLS: write http:\/\//,
  )
  await expectWrong(environmentOf(`http://${host}`, NOBODY), /^service .*write https:\/\/ in/)
  await expectWrong(environmentOf(`https://${host}`, NOBODY), /^tls .*trust its authority/)
})

test('doctor finds settings without credential, with a part of one, and with a line feed', async () => {
  const none = { TESSERA_DATA_DIR: await makeDirectory() }
  const part = { ...none, TESSERA_API_KEY: 'tsk_1' }
  const broken = { ...environmentOf('http://127.0.0.1:1', NOBODY), TESSERA_HMAC_SECRET: 'a=\n' }

  await expectWrong(none, /^settings no credentials: .*set TESSERA_URL/)
  await expectWrong(part, /^settings .*: set TESSERA_CLIENT_ID and TESSERA_HMAC_SECRET too$/)
  await expectWrong(broken, /^settings TESSERA_HMAC_SECRET must be .* without spaces$/)
})

const { clientId: apiKey, apiKey: clientId } = NOBODY

test.each([
  ['gives no verdict on the credential', NOBODY, /^credential too many .*: try again in 7 s$/],
  [
    'still reports values that are swapped',
    { ...NOBODY, apiKey, clientId },
    /^credential .* are swapped/,
  ],
])('if the service limits failed authentications, doctor %s', async (_title, credential, line) => {
  const document = { info: { title: 'Tessera', version: '1.0.0' } }
  const refusal = { error: { code: 'AUTHENTICATION_ERROR', message: 'no' } }
  const { url } = await startScript(
    (response) => response.end(JSON.stringify(document)),
    (response) => response.writeHead(401).end(JSON.stringify(refusal)),
    (response) => response.writeHead(429, { 'retry-after': '7' }).end('{}'),
    wait,
  )

  await expectWrong(environmentOf(url, credential), line)
})
