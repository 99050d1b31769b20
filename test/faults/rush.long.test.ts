import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { tally } from '../conformance/partner-v1/fixture.ts'
import { claimForm, linkNow, sentLink, visit } from '../links/link-fixture.ts'
import { signedClient, type Json, type SignedClient } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { dataOf } from '../support/service.ts'
import { openWallets, spendForm, walletNow } from '../wallet-sessions/wallet-fixture.ts'
import { expectLedgerBalanced, openEndpoint, type Endpoint } from './endpoint.ts'
import { newConsumer, newPartner } from './fixture.ts'
import { joinSettings } from './join-settings.ts'
import { ADMIN_TOKEN, makeInstallation, type ServiceProcess } from './service-process.ts'

const AT_ONCE = 1_000
const WORTH = 50
const CLAIMS = { TESSERA_CLAIM_PORT: '0' }
/** The page of the card, of a refusal, or of too many forms. */
const CLAIMED = ['303', '400', '409', '429']

test('1,000 claims of a link and 1,000 spends of a wallet at once, at two processes, spend nothing twice', async () => {
  const installation = makeInstallation()
  const first = await installation.start(CLAIMS)
  const second = await makeInstallation().start({ ...CLAIMS, ...joinSettings(installation) })
  const ends = [first, second].map(endOf)
  const [{ operator }] = ends as [End, End]
  const { partnerId, credentials } = await newPartner(operator, 10 * WORTH)
  const spending = { walletSpending: true }
  dataOf(await operator.operate('PATCH', `/admin/v1/partners/${partnerId}`, spending))
  const sold = { brand: 'Shoes', currency: 'USD', denominationType: 'VARIABLE' }
  const product = { ...sold, minAmount: 1, maxAmount: WORTH, supplier: 'generator' }
  const { productId } = dataOf(await operator.operate('POST', '/admin/v1/products', product))
  const clients = ends.map(({ operator: { http } }) => signedClient(http, credentials))
  const [partner] = clients as [SignedClient]

  const link = await sentLink(partner, { amount: WORTH })
  const claims = await claimAtOnce(ends, link, productId)
  const customer = dataOf(await partner.post('/api/partner/v1/customer', newConsumer(WORTH)))
  const wallet = { walletId: customer.walletId, consumerId: customer.id }
  const spends = await spendAtOnce({ ends, clients, productId }, wallet)

  const [counts, spendCounts] = [tally(claims), tally(spends)]
  process.stderr.write(`claims ${JSON.stringify(counts)}; spends ${JSON.stringify(spendCounts)}\n`)
  expect(Object.keys(counts).filter((status) => !CLAIMED.includes(status))).toEqual([])
  await eventually(async () => {
    const { orders, claimed, left } = await linkNow(partner, link)
    expect(orders).toMatchObject([{ status: 'COMPLETED' }])
    expect(claimed + left).toBe(WORTH)
  })
  expect(await walletNow(partner, wallet)).toMatchObject({ balance: 0 })
  // The form of one page, however often it is sent, buys one card.
  const { length: cards } = dataOf(await partner.get('/v2/orders?pageSize=2000')).slice(1)
  expect(cards + (spendCounts[200] ?? 0)).toBe(WORTH)
  await expectLedgerBalanced(operator)
  for (const end of ends) end.operator.http.close()
  expect(await second.end('SIGTERM')).toEqual({ code: 0, signal: null })
  expect(await first.end('SIGTERM')).toEqual({ code: 0, signal: null })
})

/** A process as the operator and people reach it. */
interface End {
  readonly operator: Endpoint
  readonly pages: string
}

function endOf({ url, claimUrl = '' }: ServiceProcess): End {
  return { operator: openEndpoint(url, ADMIN_TOKEN), pages: claimUrl }
}

/** Sends the form of one page for several amounts, as if many devices had opened the link. */
async function claimAtOnce(ends: readonly End[], link: Json, productId: number) {
  const form = await claimForm(link['url'], { productId, amount: '10' })
  const { pathname } = new URL(link['url'])
  return allAtOnce((at) => {
    const url = new URL(`${pathname}/claim`, ends[at % ends.length]?.pages).href
    return post(url, { ...form, amount: String(1 + (at % WORTH)) })
  })
}

interface Spending {
  readonly ends: readonly End[]
  readonly clients: readonly SignedClient[]
  readonly productId: number
}

/** Sends debits of the partner's programs and, as often, one form of the owner's page. */
async function spendAtOnce(
  { ends, clients, productId }: Spending,
  { walletId }: { readonly walletId: string },
) {
  const [partner] = clients as [SignedClient]
  const opened = await openWallets(partner, { walletId })
  const form = await spendForm(opened, { walletId, productId, amount: '1' })
  const cookie = { cookie: opened.browser.cookie }
  return allAtOnce(async (at) => {
    const place = Math.floor(at / 2) % ends.length
    const page = new URL(`/w/${walletId}/claim`, ends[place]?.pages).href
    if (at % 2 === 0) return post(page, form, cookie)
    const target = `/api/partner/v1/wallets/${walletId}/transactions`
    const debit = { amount: 1, transactionType: 'DEBIT', referenceId: randomUUID() }
    return (clients[place] ?? partner).post(target, debit)
  })
}

function post(url: string, form: Record<string, string>, headers: Record<string, string> = {}) {
  return visit(url, { method: 'POST', body: new URLSearchParams(form), headers })
}

function allAtOnce<Answer>(send: (at: number) => Promise<Answer>): Promise<Answer[]> {
  return Promise.all(Array.from({ length: AT_ONCE }, (_, at) => send(at)))
}
