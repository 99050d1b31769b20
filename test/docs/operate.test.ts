import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { sealEntries } from '../../src/audit/mod.ts'
import { switchMailingOn } from '../../src/consumers/mod.ts'
import { MS_PER_DAY, isoTime } from '../../src/core/mod.ts'
import { playMonth } from '../../src/demo/mod.ts'
import { runSupplierTest } from '../../src/process/supplier-test.ts'
import { SHOPS, startStandIn } from '../../src/stand-ins/mod.ts'
import { makeDirectory, tessera } from '../cli/fixture.ts'
import { makeUpListing } from '../conformance/admin-v1/listings.ts'
import { anUnusedSupplier, aSupplier } from '../conformance/admin-v1/purchases.ts'
import { newCustomer } from '../conformance/partner-v1/fixture.ts'
import { completeOrder } from '../conformance/v2/fixture.ts'
import {
  ADMIN_TOKEN,
  anOrder,
  dataOf,
  shareService,
  type RunningService,
} from '../support/service.ts'
import type { Json } from '../support/client.ts'
import { endChild } from '../support/end-child.ts'
import { signedIn } from '../support/signed-in.ts'
import { aLink, aMailedLink, aReviewedLink } from '../operator/links.case.ts'
import { aRefusedMail } from '../support/mails.ts'
import { aTopUpOf } from '../support/top-ups.ts'
import { commandsOf } from './commands.ts'
import { PROJECT, readPage } from './markdown.ts'

const shared = shareService({
  settings: {
    claimUrl: 'https://gifts.example.com',
    payInAccounts: [{ currency: 'USD', holder: 'Example', account: '000123456789' }],
  },
})

interface Page {
  readonly commands: number
  readonly funds?: Readonly<Record<string, string>>
  /**
   * Creates the things that the page is about. Returns values that replace those in its examples.
   */
  readonly seed?: (service: RunningService) => Promise<Readonly<Record<string, string>>>
  /** Checks the effect of the commands. */
  readonly check?: (service: RunningService) => Promise<void>
}

const PAGES: Readonly<Record<string, Page>> = {
  'price.md': {
    commands: 9,
    async seed({ product }) {
      await product({ brand: 'Northwind Coffee' })
      // Rules begin a year ahead at most.
      return { '2027-01-01T00:00:00Z': isoTime(Date.now() + MS_PER_DAY) }
    },
  },
  'credit.md': { commands: 3 },
  'credits.md': { commands: 7, funds: { USD: '1.00' }, seed: someCredits },
  'spend-limits.md': {
    commands: 4,
    seed: ({ partner }) =>
      Promise.resolve({ '0190c0de-7a11-7000-8000-000000000001': partner.credentials.clientId }),
  },
  'audit.md': { commands: 6, seed: aSealedEntry },
  'people.md': { commands: 15, seed: aUser },
  'erase.md': { commands: 6, funds: { USD: '100.00' }, seed: someone },
  'margin.md': { commands: 10, seed: aLot },
  'dispute.md': { commands: 11, funds: { USD: '100.00' }, seed: aDispute },
  'requests.md': { commands: 4, funds: { USD: '100.00' }, seed: aRequest },
  'mails.md': { commands: 13, funds: { USD: '100.00' }, seed: someMails },
  'links.md': { commands: 10, funds: { USD: '100.00' }, seed: someLinks },
  'month.md': { commands: 4, seed: aWholeMonth },
  'month-end.md': { commands: 15, seed: aMonth },
  'suppliers.md': { commands: 22, seed: aStandIn },
  '../connectors.md': { commands: 3, funds: { EUR: '100.00' }, seed: aPlugin, check: expectSold },
}

test.each(Object.entries(PAGES))(
  'every command of docs/operate/%s does what it is for',
  async (name, page) => {
    const service = await shared({ funds: page.funds ?? {} })
    const environment = { TESSERA_URL: service.url, TESSERA_ADMIN_TOKEN: ADMIN_TOKEN }
    const examples = { ...(await page.seed?.(service)) }
    const commands = commandsOf(readPage(`docs/operate/${name}`))

    expect(commands).toHaveLength(page.commands)
    for (const shown of commands) {
      const argv = shown.map((word) => examples[word] ?? withPartnerId(service, shown, word))
      const processes = { supplierTest: runSupplierTest }
      const outcome = await tessera(argv, { environment, processes })
      expect({ argv, ...outcome }).toMatchObject({ exitCode: 0, stderr: '' })
    }
    await page.check?.(service)
  },
)

const PARTNER_COMMANDS = new Set([
  'consumers',
  'credit-limits',
  'credits',
  'deposits',
  'funds',
  'links',
  'mail-suppressions',
  'partners',
  'recipients',
  'spend-limits',
  'statement',
  'transactions',
  'wallets',
])

/** Replaces the number 1, the partner on the pages, by the partner of the service. */
function withPartnerId({ partner }: RunningService, argv: readonly string[], word: string): string {
  const isPartner =
    word === '1' &&
    (PARTNER_COMMANDS.has(argv[0] ?? '') || argv[argv.indexOf(word) - 1] === '--partner')
  return isPartner ? String(partner.partnerId) : word
}

async function someone(service: RunningService) {
  const { id } = await newCustomer(service.partner, { email: 'ann@example.com' })
  await aTopUpOf(service, '+14155550100')
  return { '4294967297': String(id) }
}

/** Seals the recorded entries, and returns the head. */
async function aSealedEntry({ services, admin }: RunningService) {
  const sealedHead = async () => dataOf(await admin.get('/admin/v1/audit/verification')).head
  await sealEntries(services)
  await expect.poll(sealedHead).toBeDefined()
  return { '2026-01-31:118:8a3f...': String(await sealedHead()) }
}

/** A stand-in of Reloadly, and the file of its secrets. */
async function aStandIn(service: RunningService) {
  const standIn = await startStandIn(SHOPS.reloadly.open())
  onTestFinished(() => standIn.close())
  const directory = await makeDirectory()
  const phone = [{ name: 'phoneNumber', label: 'Phone', pattern: '\\+[0-9]{8,15}', required: true }]
  const acme = { apiKey: 'key', hmacSecret: 'secret' }
  const contents = {
    'reloadly.json': SHOPS.reloadly.secrets,
    'acme.json': acme,
    'phone.json': phone,
  }
  const files = Object.entries(contents).map(async ([name, content]) => {
    await writeFile(join(directory, name), JSON.stringify(content))
    return [`@${name}`, `@${join(directory, name)}`] as const
  })
  const written = Object.fromEntries(await Promise.all(files))
  const { listingId, changeId } = await makeUpListing(service, await anUnusedSupplier(service))
  const { productId } = await service.product({ supplier: 'generator' })
  const listed = { 41: String(listingId), 12: String(productId), 9: String(changeId) }
  return { 'http://127.0.0.1:9091': standIn.url, ...written, ...listed }
}

/** Two files of credits that were checked. */
async function someCredits({ admin, partner }: RunningService) {
  const files = `/admin/v1/partners/${partner.partnerId}/credit-imports`
  const csv = 'email,fullName,amount,currency,reference\nann@example.com,Ann,1,USD,row-1\n'
  const target = `${files}?fileReference=may&createConsumers=true`
  const check = async () => dataOf(await admin.post(target, csv, { 'content-type': 'text/csv' }))
  return {
    '019dc2b1-5a01-7e0b-b1b5-6d2f6a1c9e77': String((await check()).importId),
    '019dc2b2-3b90-7a64-8e1d-0c4b7d5e2f31': String((await check()).importId),
  }
}

/** The example of a plug-in, and the file of its secrets. */
async function aPlugin() {
  const directory = await makeDirectory()
  const secrets = { keyId: 'tessera', secret: 'shared-with-the-plug-in' }
  const file = join(directory, 'plugin.json')
  await writeFile(file, JSON.stringify(secrets))
  const program = join(PROJECT, 'examples/plugin/plugin.py')
  expect((await readFile(program, 'utf8')).split('\n').length).toBeLessThan(200)
  const child = spawn('python3', [program, '--port', '0', '--file', join(directory, 'a.db')], {
    env: { ...process.env, TESSERA_PLUGIN_SECRET: secrets.secret },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => endChild(child, 'SIGKILL'))
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  const url = /http:\S+/.exec(line.toString('utf8'))?.[0] ?? expect.unreachable()
  return { 'http://127.0.0.1:9100': url, '@plugin.json': `@${file}` }
}

/** Expects that an order is delivered by the connected plug-in, at the cost that it charged. */
async function expectSold(service: RunningService) {
  const target = '/admin/v1/suppliers/plugin:main/products'
  const [{ productId }] = dataOf(await service.admin.get(target))
  const items = [{ productId, amount: 25, quantity: 2 }]
  const order = anOrder({ currency: 'EUR', items })
  const { id } = dataOf(await service.partner.post('/v2/orders', order))
  await service.waitForOrder(id, 'COMPLETED')
  const purchases = dataOf(await service.admin.get('/admin/v1/suppliers/plugin:main/purchases'))
  expect(purchases.map(({ cost }: Json) => cost)).toEqual(['23.50', '23.50'])
}

async function aUser(service: RunningService) {
  const body = { email: 'wrong@example.com', role: 'support' }
  const { invitationId } = dataOf(await service.admin.post('/admin/v1/invitations', body))
  const { userId } = await signedIn(service, { role: 'support' })
  return { 3: String(invitationId), 12: String(userId) }
}

async function aLot({ admin, product }: RunningService) {
  const { productId } = await product({ supplier: 'vault' })
  const target = `/admin/v1/products/${productId}/codes?lot=spring`
  const csv = 'faceValue,giftCardNumber\n10,SPRING-1\n'
  dataOf(await admin.post(target, csv, { 'content-type': 'text/csv' }))
  const costs = `/admin/v1/products/${productId}/lots/spring/costs`
  const { costNo } = dataOf(await admin.post(costs, { currency: 'USD', unitCost: 94 }))
  return { 300: String(productId), 7: String(costNo) }
}

/** An order with an item for each kind of case, and two cases that the partner asks for. */
async function aDispute(service: RunningService) {
  const { productId } = await service.product({ supplier: 'vault' })
  const codes = Array.from({ length: 7 }, (_, at) => `DISPUTE-${productId}-${at}`)
  dataOf(await service.stock(productId, codes))
  const { id } = await completeOrder(service, { productId, amount: 10, quantity: 6 })
  const caseIds = []
  for (const itemNo of [5, 6]) {
    const body = { itemNo, kind: 'refund', reason: 'does not work' }
    caseIds.push(dataOf(await service.partner.post(`/v2/orders/${id}/cases`, body)).caseId)
  }
  const [first, second] = caseIds.map(String)
  return { 'ord_...': id, 4398046511123: first ?? '', 4398046511124: second ?? '' }
}

/** The month of the demo. In a new demo its partners are 3, 4 and 5. */
async function aWholeMonth({ url, services: { clock } }: RunningService) {
  const target = { url, operatorUrl: url, adminToken: ADMIN_TOKEN, clock }
  const { partnerIds } = await playMonth(target)
  return { 3: String(partnerIds[0]), 5: String(partnerIds[2]) }
}

/** Records the request that creates an order. */
async function aRequest(service: RunningService) {
  const { productId } = await service.product()
  const { headers } = await service.partner.post('/v2/orders', anOrder({ productId }))
  await service.services.requestLog.write()
  const { clientId } = service.partner.credentials
  return { '0192f0c1-...': String(headers['x-request-id']), '5f6c...': clientId }
}

/** A refused mail, while mailing is on. */
async function someMails(service: RunningService) {
  const first = await aRefusedMail(service, service.partner)
  await switchMailingOn(service.db)
  const directory = await makeDirectory()
  const files = ['mail.txt', 'mail.html'].map((name) => [name, join(directory, name)] as const)
  for (const [, file] of files) await writeFile(file, 'Hallo {{ consumerName }}')
  const ids = { trf_1_117: first.transactionId, 4294967297: String(first.consumerId) }
  return { ...ids, ...Object.fromEntries(files) }
}

/** A link that was mailed, and another one. */
async function someLinks(service: RunningService) {
  return {
    lnk_8589934597: await aMailedLink(service),
    lnk_8589934598: await aLink(service),
    lnk_8589934599: await aReviewedLink(service),
    lnk_8589934600: await aReviewedLink(service),
  }
}

/** A deposit, an account at a supplier, and the files of a bank and of the supplier. */
async function aMonth({ admin, partner }: RunningService) {
  const deposit = { currency: 'USD', amount: 250, reference: 'wire-1' }
  const path = `/admin/v1/partners/${partner.partnerId}/deposits`
  const { transferId } = dataOf(await admin.post(path, deposit))
  dataOf(await admin.post('/admin/v1/suppliers', aSupplier('main')))
  const directory = await makeDirectory()
  const files = ['bank.csv', 'invoice.csv'].map((name) => [name, join(directory, name)] as const)
  for (const [, file] of files) await writeFile(file, 'reference,amount\nwire-1,250\n')
  return { trf_1_1: transferId, ...Object.fromEntries(files) }
}
