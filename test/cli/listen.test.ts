import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Environment } from '../../src/settings/config.ts'
import { hurryTimersOf } from '../support/hurried-timers.ts'
import { cut, startScript, wait } from '../support/scripted-server.ts'
import type { ScriptedServer, Step } from '../support/scripted-server.ts'
import { startStub, tessera } from './fixture.ts'
import type { Outcome, ReceivedRequest } from './fixture.ts'

const SIGNER: Environment = {
  TESSERA_CLIENT_ID: '7d1f0b7e-2c39-4a52-9a6b-0f6f5f1f6f3a',
  TESSERA_API_KEY: 'tsk_example',
  TESSERA_HMAC_SECRET: 'c2VjcmV0',
}

const eventOf = (no: number) => ({
  id: `evt_1_${no}`,
  type: 'order.completed',
  createdAt: '2026-01-31T12:00:00.000Z',
  data: { orderId: `ord_${no}` },
})

const page =
  (...numbers: readonly number[]): Step =>
  (response) => {
    const after = `evt_1_${numbers.at(-1) ?? 0}`
    const pagination = { pageSize: 100, hasNext: false, after }
    response.end(JSON.stringify({ data: numbers.map(eventOf), meta: { pagination } }))
  }
const refuse =
  (status: number, code: string): Step =>
  (response) =>
    response.writeHead(status).end(JSON.stringify({ error: { code, message: 'no' } }))

/** Runs `tessera listen` until `count` requests have arrived at the feed. */
async function listenUntil(
  { url, targets }: Pick<ScriptedServer, 'url' | 'targets'>,
  count: number,
  args: readonly string[],
): Promise<Outcome> {
  const controller = new AbortController()
  const environment = { ...SIGNER, TESSERA_URL: url }
  const running = tessera(['listen', ...args], { environment, interrupt: controller.signal })
  await expect.poll(() => targets.length).toBe(count)
  controller.abort()
  return await running
}

function isSigned({ headers, body }: ReceivedRequest, secret: string): boolean {
  const [id, timestamp, received] = ['id', 'timestamp', 'signature'].map((name) =>
    String(headers[`webhook-${name}`]),
  )
  const signature = createHmac('sha256', Buffer.from(secret, 'base64'))
    .update(`${id}.${timestamp}.${body.toString()}`)
    .digest('base64')
  return received === `v1,${signature}`
}

test('new events are posted in order, signed with the secret that is printed; Ctrl-C ends the command', async () => {
  const hook = await startStub({ status: 204 })
  const { url, targets } = await startScript(page(1, 2), page(3, 4), page(5), wait)

  const outcome = await listenUntil({ url, targets }, 4, ['--forward', `${hook.url}/hook?a=1`])

  const [, secret = ''] = /whsec_(\S+)/.exec(outcome.stderr) ?? []
  expect(hook.received.map(({ body }) => JSON.parse(body.toString()))).toEqual(
    [3, 4, 5].map(eventOf),
  )
  expect(hook.received.map(({ target }) => target)).toEqual(['/hook?a=1', '/hook?a=1', '/hook?a=1'])
  expect(hook.received.map((request) => isSigned(request, secret))).toEqual([true, true, true])
  expect(hook.received[0]?.headers['webhook-id']).toBe('evt_1_3')
  expect(targets.slice(2)).toEqual([
    '/v2/events?wait=20&after=evt_1_4',
    '/v2/events?wait=20&after=evt_1_5',
  ])
  expect(outcome.stdout.split('\n')[0]).toBe(
    '2026-01-31T12:00:00.000Z  order.completed  evt_1_3 -> 204',
  )
  expect(outcome.stderr).toMatch(/to go on: --after evt_1_5\n$/)
  expect(outcome.exitCode).toBe(0)
})

test('after a lost connection and a 503 the command goes on at the next event, and says so', async () => {
  // Shortens the pauses of the command, but not the time limit of a response.
  hurryTimersOf('/src/cli/pull-events.ts', 10_000)
  const { url, targets } = await startScript(
    page(7),
    cut,
    refuse(503, 'SYSTEM_ERROR'),
    page(8),
    wait,
  )

  const { stdout, stderr } = await listenUntil({ url, targets }, 5, [
    '--after',
    'evt_1_6',
    '--json',
  ])

  expect(
    stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual([eventOf(7), eventOf(8)])
  expect(targets.slice(0, 4)).toEqual([
    '/v2/events?wait=20&after=evt_1_6',
    ...Array.from({ length: 3 }, () => '/v2/events?wait=20&after=evt_1_7'),
  ])
  expect(stderr.match(/^retrying: /gm)).toHaveLength(2)
})

test('a program that does not respond is shown, and the next event is posted nevertheless', async () => {
  const { url, targets } = await startScript(page(1, 2), wait)

  const { stdout } = await listenUntil({ url, targets }, 2, [
    '--after',
    'evt_1_0',
    '--forward',
    'http://127.0.0.1:1/hook',
  ])

  expect(stdout.match(/ -> ECONNREFUSED$/gm)).toHaveLength(2)
})

test('a refusal ends the command with exit code 1, and an invalid address is a mistake of usage', async () => {
  const { url } = await startScript(refuse(403, 'AUTHORIZATION_ERROR'), wait)
  const environment = { ...SIGNER, TESSERA_URL: url }

  const refused = await tessera(['listen'], { environment })
  const invalid = await tessera(['listen', '--forward', 'localhost:3000'], { environment })

  expect(refused).toMatchObject({ exitCode: 1, stdout: '' })
  expect(refused.stderr).toContain('error: AUTHORIZATION_ERROR (403): no')
  expect(invalid.exitCode).toBe(2)
})
