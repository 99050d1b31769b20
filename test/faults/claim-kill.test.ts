import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { hiddenOf, linkNow, openBrowser, sentLink, type Browser } from '../links/link-fixture.ts'
import { signedClient, type Credentials, type Json, type SignedClient } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { dataOf } from '../support/service.ts'
import { inTurn } from '../support/turns.ts'
import { openWallets, walletNow } from '../wallet-sessions/wallet-fixture.ts'
import { expectLedgerBalanced, openEndpoint, type Endpoint } from './endpoint.ts'
import { newPartner } from './fixture.ts'
import { HaltingDatabase } from './halting-database.ts'
import { ADMIN_TOKEN, makeInstallation, type ServiceProcess } from './service-process.ts'

const WORTH = 100
const FACE = 10
const CLAIMS = { TESSERA_CLAIM_PORT: '0' }

/** Where the service is killed: at the COMMIT of the group that does this act. */
interface Moment {
  readonly what: 'placed' | 'issued' | 'settled' | 'cancelled'
  /** True if PostgreSQL commits, but the service does not learn of it. */
  readonly isCommitted: boolean
}

const MOMENTS: readonly Moment[] = [
  { what: 'placed', isCommitted: true },
  { what: 'cancelled', isCommitted: false },
  { what: 'issued', isCommitted: false },
  { what: 'placed', isCommitted: false },
  { what: 'settled', isCommitted: true },
  { what: 'cancelled', isCommitted: true },
  { what: 'settled', isCommitted: false },
  { what: 'issued', isCommitted: true },
]

/** Deferred triggers, which halt in the COMMIT. */
const TRIGGERS = `
  create constraint trigger placed after insert on orders deferrable initially deferred
    for each row execute function halt('placed');
  create constraint trigger issued after insert on issued_segments deferrable initially deferred
    for each row execute function halt('issued');
  create constraint trigger settled after update on orders deferrable initially deferred
    for each row when (new.status = 'COMPLETED') execute function halt('settled');
  create constraint trigger cancelled after update on orders deferrable initially deferred
    for each row when (new.status = 'CANCELLED') execute function halt('cancelled');`

test('kill -9 between the hold and the card: a person has one card or the money, never both', async () => {
  const installation = makeInstallation()
  let service = await installation.start(CLAIMS)
  let world = await newWorld(service)
  const database = new HaltingDatabase(installation)
  await database.prepare(TRIGGERS)
  const codes: string[] = []
  let cards = 0

  for (const moment of inTurn(MOMENTS, MOMENTS.length)) {
    const isCancelled = moment.what === 'cancelled'
    const productId = isCancelled ? await newProduct(world.operator, 'unfunded') : world.productId
    const forms = await Promise.all(world.purses.map((purse) => formOf(purse, productId)))
    if (isCancelled) await chooseInVain(world, forms)
    await database.haltAt(moment.what)
    const acts = isCancelled ? cancelAll(world) : choose(world, forms)
    await database.untilHalted()
    expect(await service.end('SIGKILL')).toEqual({ code: null, signal: 'SIGKILL' })
    await acts
    await database.goOn(moment)
    service = await installation.start(CLAIMS)
    world = movedTo(world, service)

    // A browser that got no response sends its form again.
    const answers = await Promise.all(world.purses.map((purse, at) => send(purse, forms[at] ?? {})))
    expect(answers).toMatchObject([{ status: 303 }, { status: 303 }])
    if (isCancelled) await cancelAll(world)
    for (const [at, { page }] of answers.entries()) {
      codes.push(...(await codesOf(world.purses[at]?.browser ?? openBrowser(), page)))
    }
    if (!isCancelled) cards += 1
    expect(codes).toHaveLength(2 * cards)
    await expectLeft(world, WORTH - cards * FACE)
  }

  expect(new Set(codes).size).toBe(codes.length)
  expect(service.log.filter(({ level }) => level >= 50)).toEqual([])
  world.operator.http.close()
  expect(await service.end('SIGTERM')).toEqual({ code: 0, signal: null })
})

/** A link or a wallet, the browser of its person, and the address of its pages. */
interface OpenPurse {
  readonly browser: Browser
  readonly url: string
}

type Forms = readonly Readonly<Record<string, string>>[]

interface World {
  readonly operator: Endpoint
  readonly partner: SignedClient
  readonly credentials: Credentials
  readonly link: { readonly linkId: string }
  readonly wallet: { readonly walletId: string; readonly consumerId: number }
  readonly purses: readonly OpenPurse[]
  readonly productId: number
}

/** Creates a partner, one of whose people has a link and a wallet. */
async function newWorld(service: ServiceProcess): Promise<World> {
  const operator = openEndpoint(service.url, ADMIN_TOKEN)
  const { partnerId, credentials } = await newPartner(operator, 1_000)
  const path = `/admin/v1/partners/${partnerId}`
  dataOf(await operator.operate('PATCH', path, { walletSpending: true }))
  const partner = signedClient(operator.http, credentials)
  const productId = await newProduct(operator, 'issued')
  const link = await sentLink(partner, { amount: WORTH })
  const person = { fullName: 'Ada Vale', email: `${randomUUID()}@example.com`, currency: 'USD' }
  const created = await partner.post('/api/partner/v1/customer', { ...person, initialFunds: WORTH })
  const { id: consumerId, walletId } = dataOf(created)
  const { browser, base } = await openWallets(partner, { walletId })
  const purses = [
    { browser: openBrowser(), url: link['url'] },
    { browser, url: `${base}/w/${walletId}` },
  ]
  const wallet = { walletId, consumerId }
  const { linkId } = link
  return { operator, partner, credentials, link: { linkId }, wallet, purses, productId }
}

/** Returns the id of a product that is delivered, or whose supplier account is empty. */
async function newProduct(operator: Endpoint, outcome: 'issued' | 'unfunded'): Promise<number> {
  const sold = { brand: 'Shoes', currency: 'USD', denominationType: 'FIXED', fixedAmounts: [FACE] }
  const supplied = { supplier: 'sandbox', supplierSettings: { outcome, account: randomUUID() } }
  const reply = await operator.operate('POST', '/admin/v1/products', { ...sold, ...supplied })
  return dataOf(reply).productId
}

/** Returns the same world with a service that was restarted at other ports. */
function movedTo(world: World, { url, claimUrl }: ServiceProcess): World {
  world.operator.http.close()
  const operator = openEndpoint(url, ADMIN_TOKEN)
  const purses = world.purses.map((purse) => ({
    ...purse,
    url: new URL(new URL(purse.url).pathname, claimUrl).href,
  }))
  return { ...world, operator, partner: signedClient(operator.http, world.credentials), purses }
}

async function formOf(
  { browser, url }: OpenPurse,
  productId: number,
): Promise<Record<string, string>> {
  const form = hiddenOf(await browser.visit(`${url}/choose/${productId}`))
  return { ...form, amount: String(FACE), agree: 'yes' }
}

async function send({ browser, url }: OpenPurse, form: Readonly<Record<string, string>>) {
  const { status, headers, html } = await browser.submit(`${url}/claim`, form)
  return { status, html, page: new URL(headers.get('location') ?? '/', url).href }
}

/** Sends the forms, which the end of the service may leave without a response. */
function choose({ purses }: World, forms: Forms) {
  return Promise.allSettled(purses.map((purse, at) => send(purse, forms[at] ?? {})))
}

/** Chooses a card that its supplier does not sell, because our account there is empty. */
async function chooseInVain(world: World, forms: Forms): Promise<void> {
  await choose(world, forms)
  await eventually(async () => expect(await missedOrders(world)).toHaveLength(2))
}

/**
 * Cancels the orders on hold, as staff do. The end of the service may prevent it.
 */
async function cancelAll(world: World): Promise<void> {
  const body = { reason: 'no longer made' }
  const orders = await missedOrders(world)
  await Promise.allSettled(
    orders.map((id) => world.operator.operate('POST', `/admin/v1/orders/${id}/cancel`, body)),
  )
}

async function missedOrders({ partner }: World): Promise<string[]> {
  const orders: Json[] = dataOf(await partner.get('/v2/orders?status=ON_HOLD'))
  return orders.map(({ id }) => id)
}

/** Waits for a card. Returns its code in a list, which is empty if it could not be delivered. */
function codesOf(browser: Browser, page: string): Promise<string[]> {
  return eventually(async () => {
    const card = await browser.visit(page)
    if (card.html.includes('could not be')) return []
    const shown = await browser.submit(page, hiddenOf(card))
    const [, code] = /id="code"[^>]*>([^<]+)</.exec(shown.html) ?? []
    if (code === undefined) throw new Error(shown.html)
    return [code]
  })
}

/** Expects that this much is left of the link and of the wallet, and verifies the books. */
async function expectLeft({ operator, partner, link, wallet }: World, left: number): Promise<void> {
  await eventually(async () => {
    expect(await linkNow(partner, link)).toMatchObject({ left, claimed: WORTH - left, returned: 0 })
    expect(await walletNow(partner, wallet)).toMatchObject({ balance: left })
  })
  await expectLedgerBalanced(operator)
}
