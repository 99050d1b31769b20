import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { makeDirectory } from '../cli/fixture.ts'
import { ensureBuilt } from '../support/built.ts'
import {
  ADMIN_TOKEN,
  anOrder,
  dataOf,
  openService,
  type RunningService,
} from '../support/service.ts'
import { eventually } from '../support/eventually.ts'
import { sentLink } from '../links/link-fixture.ts'
import { blocksOf, PROJECT, readPage } from './markdown.ts'

const run = promisify(execFile)

let service: RunningService
/** The ids in the guides, and the ids of this service that replace them. */
let ids: Readonly<Record<string, string>>

beforeAll(async () => {
  await ensureBuilt()
  const settings = { claimUrl: 'https://gifts.example.com' }
  service = await openService({ settings, funds: { USD: '1000.00' } })
  const { partner } = service
  const card = await service.product()
  const topUp = await service.product({
    productType: 'TOP_UP',
    recipientFields: [
      {
        name: 'phoneNumber',
        label: 'Phone number',
        pattern: String.raw`\+[1-9][0-9]{7,14}`,
        required: true,
      },
    ],
  })
  expect([card.productId, topUp.productId]).toEqual([1, 2])
  const bo = { fullName: 'Bo', email: 'bo@example.com', currency: 'USD', initialFunds: 0 }
  const consumer = dataOf(await partner.post('/api/partner/v1/customer', bo))
  const endpoint = await partner.post('/v2/webhook-endpoints', { url: 'https://localhost/hooks' })
  ids = {
    '{walletId}': consumer.walletId,
    '{customerId}': consumer.id,
    '{linkId}': (await sentLink(partner)).linkId,
    whe_2_1: dataOf(endpoint).id,
    evt_2_7: await anEvent(),
  }
  return () => service.end()
})

/** Returns an event. The first request begins the feed, so an order after it is an event. */
async function anEvent(): Promise<string> {
  await service.partner.get('/v2/events')
  await service.partner.post('/v2/orders', anOrder())
  return eventually(async () => {
    const [event] = dataOf(await service.partner.get('/v2/events'))
    expect(event).toBeDefined()
    return event.id
  })
}

/**
 * Types a block of commands, with the package that partners install. Throws at the first command
 * that fails.
 */
async function runCommands(commands: string): Promise<string> {
  const { clientId, apiKey, hmacSecret } = service.partner.credentials
  const replaced = Object.entries(ids).reduce(
    (text, [shown, id]) => text.replaceAll(shown, id),
    commands,
  )
  const node = process.execPath
  const prelude = `node() { ${node} "$@"; }\ntessera() { ${node} cli/dist/tessera.js "$@"; }\n`
  const { stdout } = await run('sh', ['-eu', '-c', prelude + replaced], {
    cwd: PROJECT,
    env: {
      PATH: process.env['PATH'],
      TESSERA_URL: service.url,
      TESSERA_CLIENT_ID: clientId,
      TESSERA_API_KEY: apiKey,
      TESSERA_HMAC_SECRET: hmacSecret,
    },
  })
  return stdout
}

const BLOCKS = [
  'orders',
  'idempotency',
  'wallets',
  'webhooks',
  'events',
  'links',
  'going-live',
].flatMap((guide) =>
  blocksOf(readPage(`docs/guides/${guide}.md`), 'sh').map((commands, at): [string, string] => [
    `${guide} ${at + 1}`,
    commands,
  ]),
)

test.each(BLOCKS)(
  'the commands of %s are accepted, also when they are pasted again',
  async (_, commands) => {
    await runCommands(commands)

    expect(await runCommands(commands)).not.toBe('')
  },
)

test('the second order of the guide to idempotency is a replay', async () => {
  const [, commands = ''] = BLOCKS.find(([title]) => title === 'idempotency 1') ?? []

  expect(await runCommands(commands)).toContain('idempotent-replayed: true')
})

test('the commands of the guide pay a file of credits; the same file again moves nothing', async () => {
  const { admin, url } = service
  const { partnerId } = dataOf(await admin.post('/admin/v1/partners', { name: 'Payroll' }))
  const funded = { currency: 'USD', amount: 20_000, reference: 'payroll' }
  dataOf(await admin.post(`/admin/v1/partners/${partnerId}/deposits`, funded))
  const cwd = await makeDirectory()
  const program = `${process.execPath} ${join(PROJECT, 'bin/tessera.js')}`
  const env = { PATH: process.env['PATH'], TESSERA_URL: url, TESSERA_ADMIN_TOKEN: ADMIN_TOKEN }
  // A tenth of the rows, to save time.
  const page = readPage('docs/guides/credits.md').replaceAll('10000', '1000')
  const steps = blocksOf(page.replaceAll('--partner 3', `--partner ${partnerId}`), 'sh')
  const outputs = []
  for (const commands of steps) {
    const shell = `tessera() { ${program} "$@"; }\n${commands}`
    const { stdout } = await run('sh', ['-u', '-c', shell], { cwd, env }).catch(endedWithOutput)
    if (stdout !== '') outputs.push(stdout.trimEnd())
  }

  expect(outputs.map(inShape)).toEqual(blocksOf(page, 'text').map(inShape))
  const [dryRun, mended, paid, , again] = outputs
  expect(dryRun).toContain('1000 rows, 3 errors; 0 credited')
  expect(mended).toMatch(/USD +1000 +12500 +20000 +7500$/)
  expect(paid).toContain('1000 credited, 0 repeated, 0 refused')
  expect(again).toContain('0 credited, 1000 repeated, 0 refused')
  const funds = dataOf(await admin.get(`/admin/v1/partners/${partnerId}/funds`))
  expect(funds).toMatchObject([{ currency: 'USD', available: 7_500 }])
})

/** Returns the output of a failed command: a dry run of a file with errors exits with 1. */
function endedWithOutput(error: { readonly stdout: string }): { readonly stdout: string } {
  return error
}

/** Replaces ids, numbers and widths of columns, so that two outputs can be compared. */
function inShape(text: string): string {
  return text
    .replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, '<id>')
    .replaceAll(/\d[\d.]*/g, '<number>')
    .replaceAll(/ +/g, ' ')
}
