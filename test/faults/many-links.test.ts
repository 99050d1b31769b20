import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Reply } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { dataOf } from '../support/service.ts'
import { inTurn } from '../support/turns.ts'
import { expectLedgerBalanced } from './endpoint.ts'
import { FailingServer } from './failing-server.ts'
import { FUNDS, TwoServices } from './two-services.ts'

const SETTINGS = { TESSERA_CLAIM_PORT: '0', TESSERA_CLAIM_URL: 'https://gifts.example.com' }
/** Several parts, of which some are written when the rest is lost. */
const COUNT = 6_000
const AGAIN_MS = 200

/** How much of a request reaches the standby that replaces the primary. */
interface Loss {
  /** The standby stops following when so many links are written; undefined before the request. */
  readonly keptFrom: number | undefined
  /** The primary crashes when so many links are written, or once there is a response. */
  readonly failsAt: number | 'answered'
  readonly isKilled: boolean
}

const LOSSES: readonly Loss[] = [
  { keptFrom: 1_000, failsAt: 2_500, isKilled: false },
  { keptFrom: undefined, failsAt: 1_500, isKilled: false },
  { keptFrom: 1_500, failsAt: 'answered', isKilled: true },
  { keptFrom: undefined, failsAt: 'answered', isKilled: false },
  { keptFrom: 500, failsAt: 2_500, isKilled: true },
]

test(
  'many links of one request, of which a failover loses a part, are all there once after a repeat',
  { timeout: 300_000 },
  async () => {
    const server = await FailingServer.start()
    try {
      const services = await TwoServices.start(server.url, SETTINGS)
      await makeProduct(services)
      let spent = 0
      for (const loss of inTurn(LOSSES, LOSSES.length)) {
        await send(server, services, loss)
        spent += COUNT
        await expectOnce(server, services, spent)
      }
      await services.end()
    } finally {
      await server.close()
    }
  },
)

/** Sends a request until it has a response, though the database loses a part of it. */
async function send(
  server: FailingServer,
  services: TwoServices,
  { keptFrom, failsAt, isKilled }: Loss,
): Promise<void> {
  const standby = await server.addStandby()
  const before = await countOf(server)
  if (keptFrom === undefined) await server.stopReplication()
  const request = newRequest()
  const first = post(services, request).catch(() => undefined)
  if (keptFrom !== undefined) {
    await untilWritten(server, before + keptFrom)
    await server.stopReplication()
  }
  if (failsAt === 'answered') expect((await first)?.status).toBe(201)
  else await untilWritten(server, before + failsAt)
  await server.crash()
  if (isKilled) await services.kill()
  await server.promote(standby)
  server.reopen()
  if (isKilled) await services.restart()
  await first

  const reply = await eventually(async () => {
    const each = await post(services, request)
    expect(each.status).toBe(201)
    return each
  }, AGAIN_MS)
  const { links } = dataOf(reply)
  const references = links.map(({ reference }: { reference: string }) => reference)
  expect(references).toEqual(request.recipients.map(({ reference }) => reference))
  const again = await post(services, request)
  expect(again.headers['idempotent-replayed']).toBe('true')
  expect(again.text).toBe(reply.text)
}

type LinkRequest = ReturnType<typeof newRequest>

function newRequest() {
  const reference = randomUUID()
  const recipients = Array.from({ length: COUNT }, (_, at) => ({ reference: `${reference}-${at}` }))
  return { reference, currency: 'EUR', amount: 1, recipients }
}

function post({ partner }: TwoServices, request: LinkRequest): Promise<Reply> {
  return partner.post('/v2/links', request, { 'idempotency-key': request.reference })
}

/** Expects each accepted link once, and their worth as the only thing that left the funds. */
async function expectOnce(
  server: FailingServer,
  services: TwoServices,
  spent: number,
): Promise<void> {
  expect(await countOf(server)).toBe(spent)
  const { fundsList } = (await services.partner.get('/v2/accounts/balances')).body
  expect(fundsList).toEqual([{ currency: 'EUR', funds: FUNDS - spent }])
  await expectLedgerBalanced(services.endpoint)
}

async function makeProduct({ endpoint }: TwoServices): Promise<void> {
  const amounts = { denominationType: 'FIXED', fixedAmounts: [1] }
  const product = { brand: 'Shoes', currency: 'EUR', supplier: 'generator', ...amounts }
  dataOf(await endpoint.operate('POST', '/admin/v1/products', product))
}

async function countOf(server: FailingServer): Promise<number> {
  const db = server.connect()
  try {
    const { rows } = await db.pool.query<{ count: number }>(
      'select count(*)::int as count from links',
    )
    return rows[0]?.count ?? expect.unreachable()
  } finally {
    await db.close()
  }
}

function untilWritten(server: FailingServer, count: number): Promise<void> {
  return eventually(async () => expect(await countOf(server)).toBeGreaterThanOrEqual(count))
}
