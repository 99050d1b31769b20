import { TesseraError, type NewOrder } from '@tessera/sdk'
import { isoTime, type Signer, MS_PER_DAY } from '../../core/mod.ts'
import type { Calendar } from './calendar.ts'
import { keyOf, MonthClient, type Data, type MonthTarget } from './client.ts'
import { orderAndWait } from './order.ts'
import {
  AURORA,
  BANK_FILE,
  BEACON,
  BRAND,
  COBALT,
  CURRENCY,
  LOTS,
  SUPPLIER,
  type PlannedPartner,
} from './plan.ts'

/** A day more than the month. */
const REPORTED_MS = 31 * MS_PER_DAY
const DAY_LENGTH = 'YYYY-MM-DD'.length
const NO_FUNDS = 402

interface MonthPartner {
  readonly partnerId: number
  readonly name: string
  readonly createdAt: string
  readonly signer: Signer
}

/** The reports of the service about the month. */
export interface MonthReports {
  readonly partnerIds: readonly number[]
  /** One for each partner, in the order of their ids. */
  readonly statements: readonly Data[]
  readonly margin: readonly Data[]
  readonly reconciliation: Data
  /** The order that the credit limit refused; undefined if the month was played before. */
  readonly refusal: string | undefined
}

/**
 * Plays a month over HTTP: three partners, prices, lots with costs, orders, a dispute, a refund, a
 * replacement, a reversal, a credit limit that is met. It can be repeated: nothing is done twice.
 * With a calendar, it is spread over past days; without one, it all happens now.
 */
export async function playMonth(target: MonthTarget, calendar?: Calendar): Promise<MonthReports> {
  const client = new MonthClient(target)
  const on = (daysAgo: number): Promise<void> => calendar?.goTo(daysAgo) ?? Promise.resolve()
  const productId = await stockUp(client)
  const aurora = await createPartner(client, AURORA)
  const beacon = await createPartner(client, BEACON)
  const cobalt = await createPartner(client, COBALT)
  const month = { client, productId }

  await pay(client, aurora, 'month-aurora-1', 2_000)
  await pay(client, beacon, 'month-beacon-1', 1_000)
  const bounced = await pay(client, beacon, 'month-beacon-2', 200)
  await pay(client, cobalt, 'month-cobalt-1', 100)

  await on(26)
  const large = await order(month, aurora, { name: 'aurora-1', amount: 50, quantity: 10 })
  await on(23)
  await order(month, aurora, { name: 'aurora-2', amount: 10, quantity: 5 })
  await on(20)
  const small = await order(month, beacon, { name: 'beacon-1', amount: 10, quantity: 8 })
  await on(17)
  await order(month, cobalt, { name: 'cobalt-1', amount: 50, quantity: 6 })
  const refusal = await meetLimit(month, cobalt)
  await on(14)
  await pay(client, cobalt, 'month-cobalt-2', 250)

  await on(11)
  await disputeItem(client, aurora, large)
  await replaceItem(client, small)
  await on(6)
  await takeBack(client, beacon, bounced)
  return { ...(await reportsOf(client, [aurora, beacon, cobalt])), refusal }
}

/** Creates the product, and imports its lots with their costs. */
async function stockUp(client: MonthClient): Promise<number> {
  const body = {
    brand: BRAND,
    productType: 'GIFT_CARD',
    currency: CURRENCY,
    denominationType: 'FIXED',
    fixedAmounts: LOTS.map(({ faceValue }) => faceValue),
    supplier: 'vault',
  }
  const { productId } = await client.operate('POST', '/products', { body, step: 'product' })
  for (const { lot, faceValue, codes, unitCost, purchaseOrder } of LOTS) {
    const lines = Array.from({ length: codes }, (_, at) => `${faceValue},MONTH-${lot}-${at}`)
    const csv = `faceValue,giftCardNumber\n${lines.join('\n')}\n`
    const path = `/products/${productId}`
    await client.operate('POST', `${path}/codes?lot=${lot}`, { body: csv, step: lot })
    const cost = { currency: CURRENCY, unitCost, purchaseOrder, supplier: SUPPLIER }
    await client.operate('POST', `${path}/lots/${lot}/costs`, { body: cost, step: `cost ${lot}` })
  }
  return productId
}

/** Creates a partner with a credential, its price rule and its credit limit. */
async function createPartner(client: MonthClient, planned: PlannedPartner): Promise<MonthPartner> {
  const { name, rule, creditLimit } = planned
  const partner = await client.operate('POST', '/partners', { body: { name }, step: name })
  const { partnerId, createdAt } = partner
  const path = `/partners/${partnerId}`
  const label = { label: 'month' }
  const signer = await client.operate('POST', `${path}/credentials`, {
    body: label,
    step: `credential of ${name}`,
  })
  const terms = { partnerId, brand: BRAND, currency: CURRENCY, ...rule }
  await client.operate('POST', '/price-rules', { body: terms, step: `price of ${name}` })
  if (creditLimit !== undefined) {
    const body = { currency: CURRENCY, amount: creditLimit, reason: 'contract' }
    await client.operate('PUT', `${path}/credit-limits`, { body, step: `limit of ${name}` })
  }
  return { partnerId, name, createdAt, signer }
}

async function pay(
  client: MonthClient,
  { partnerId }: MonthPartner,
  reference: string,
  amount: number,
): Promise<string> {
  const body = { currency: CURRENCY, amount, reference, confirm: amount }
  const deposit = await client.operate('POST', `/partners/${partnerId}/deposits`, {
    body,
    step: reference,
  })
  return deposit.transferId
}

interface Month {
  readonly client: MonthClient
  readonly productId: number
}

interface PlannedOrder {
  readonly name: string
  readonly amount: number
  readonly quantity: number
}

function bodyOf({ productId }: Month, { name, amount, quantity }: PlannedOrder): NewOrder {
  const items = [{ productId, amount, quantity }]
  return { clientReference: `month-${name}`, currency: CURRENCY, items }
}

/** Orders codes, and waits until they are delivered. */
function order(month: Month, partner: MonthPartner, planned: PlannedOrder): Promise<string> {
  const { client } = month
  return orderAndWait(client, partner.signer, { name: planned.name, order: bodyOf(month, planned) })
}

/**
 * Orders more than the credit limit allows. Not repeated: it would succeed after the next deposit.
 */
async function meetLimit(month: Month, cobalt: MonthPartner): Promise<string | undefined> {
  const { client } = month
  const deposits: Data[] = await client.operate('GET', `/partners/${cobalt.partnerId}/deposits`)
  if (deposits.length > 1) return undefined
  const body = bodyOf(month, { name: 'cobalt-2', amount: 50, quantity: 3 })
  const { orders } = client.partner(cobalt.signer)
  try {
    await orders.create(body, { idempotencyKey: keyOf('cobalt-2') })
  } catch (error) {
    if (error instanceof TesseraError && error.status === NO_FUNDS) return error.reason
    throw error
  }
  throw new Error('the credit limit did not hold')
}

/** Reports, as the partner, a code that does not work, and gets the money back. */
async function disputeItem(client: MonthClient, aurora: MonthPartner, id: string): Promise<void> {
  const { orders } = client.partner(aurora.signer)
  const refund = { itemNo: 3, kind: 'refund', reason: 'declined at the till' } as const
  const { caseId } = await orders.requestCase(id, refund)
  await client.operate('POST', `/cases/${caseId}/accept`, {
    body: { reason: 'confirmed by the issuer' },
    step: 'accept the dispute',
  })
}

async function replaceItem(client: MonthClient, id: string): Promise<void> {
  const body = { itemNo: 1, kind: 'replace', reason: 'number not readable' }
  await client.operate('POST', `/orders/${id}/cases`, { body, step: 'replace' })
}

async function takeBack(
  client: MonthClient,
  { partnerId }: MonthPartner,
  depositId: string,
): Promise<void> {
  const body = {
    depositId,
    currency: CURRENCY,
    amount: 200,
    reference: 'month-beacon-2-back',
    reason: 'the wire was returned',
  }
  await client.operate('POST', `/partners/${partnerId}/reversals`, { body, step: 'reversal' })
}

async function reportsOf(client: MonthClient, partners: readonly MonthPartner[]) {
  const [first] = partners
  const beganAt = Date.parse(first?.createdAt ?? '')
  // The same times at each run, because a file is reconciled once per period.
  const [from, to] = [isoTime(beganAt), isoTime(beganAt + REPORTED_MS)]
  const statements: Data[] = []
  const margin: Data[] = []
  for (const { partnerId } of partners) {
    const query = `currency=${CURRENCY}&from=${from}&to=${to}`
    statements.push(await client.operate('GET', `/partners/${partnerId}/statement?${query}`))
    const days = `from=${from.slice(0, DAY_LENGTH)}&to=${to.slice(0, DAY_LENGTH)}`
    const rows = await client.operate(
      'GET',
      `/reports/margin?${days}&by=partner&partnerId=${partnerId}`,
    )
    margin.push(...rows)
  }
  const times = `currency=${CURRENCY}&from=${from}&to=${to}&fileName=month.csv`
  const path = `/reconciliations/deposits?${times}`
  const reconciliation = await client.operate('POST', path, { body: BANK_FILE, step: 'bank' })
  const partnerIds = partners.map(({ partnerId }) => partnerId)
  return { partnerIds, statements, margin, reconciliation }
}
