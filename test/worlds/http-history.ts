import type { Act, Answer, ActOf } from '../oracle/acts.ts'
import { viewOf, type View } from '../oracle/view.ts'
import { BATCH_UNITS, CODES, wire } from '../oracle/facts.ts'
import { AMOUNTS, PRODUCTS, RATES, stockedAt } from './catalog.ts'
import { heldIn } from '../oracle/partner.ts'
import { Oracle } from '../oracle/oracle.ts'
import type { OracleOrder } from '../oracle/order.ts'
import { eventually } from '../support/eventually.ts'
import { dataOf, type RunningService } from '../support/service.ts'
import { PARTNERS } from './acts.ts'
import type { Line } from './lines.ts'
import { MONEY } from './histories.ts'
import { HTTP_ACTS } from './http-acts.ts'
import { HttpPartner } from './http-partner.ts'
import { permutations } from './permutations.ts'
import { isLeasable, Pins } from './pins.ts'
import { compare, isSame } from './run-history.ts'

const PHONE = [{ name: 'phone', label: 'Phone', pattern: '[0-9]+', required: true }]
const SUPPLIERS = {
  stock: 'vault',
  generated: 'generator',
  bought: 'sandbox',
  credit: 'wallet',
} as const
let codes = 0

/** Rates that all histories of a service share. */
export async function setRates({ admin }: RunningService): Promise<void> {
  const rates = RATES.map(([from, to, rate]) => ({ from, to, rate: Number(rate) }))
  dataOf(await admin.put('/admin/v1/fx-rates', { rates }))
}

/** An oracle whose workers do all waiting work, oldest order first. */
class BusyOracle {
  readonly oracle = new Oracle(PARTNERS)
  readonly pins = new Pins(this.oracle)
  readonly #placed: { readonly partner: number; readonly order: OracleOrder }[] = []

  take(act: Act): readonly Answer[] {
    const answers = this.oracle.take(act)
    for (const [partner, { orders }] of this.oracle.partners.entries()) {
      for (const order of orders) {
        if (!this.#placed.some((one) => one.order === order)) this.#placed.push({ partner, order })
      }
    }
    while (this.#work());
    return answers
  }

  #work(): boolean {
    for (const { partner, order } of this.#placed) {
      const at = order.batches.findIndex((batch) => isLeasable(this.oracle, order, batch))
      const batch = order.batches[at]
      if (!batch) continue
      const place = this.oracle.partner(partner).orders.indexOf(order) * 100 + at
      this.oracle.take({ act: 'lease', partner, at: place })
      if (batch.state === 'under way') {
        this.oracle.take({ act: 'answer', partner, at: place, outcome: 'issued' })
      }
      return true
    }
    return false
  }

  view(no: number): View {
    const partner = this.oracle.partner(no)
    const view = viewOf(partner)
    const funds = CODES.flatMap((code) => {
      const { posted } = partner.funds[code]
      const held = heldIn(partner, code)
      const has = { posted: wire(posted, code), held: wire(held, code) }
      return posted === 0n && held === 0n ? [] : [[code, has] as const]
    })
    const orders = view.orders.map((one) => ({ ...one, events: [], adjusted: undefined }))
    const cases = view.cases.map((one) => ({ ...one, told: [] }))
    const rest = { orders, cases, book: {}, funds: Object.fromEntries(funds) }
    return { ...view, ...rest } as unknown as View
  }
}

/** A history of a service over HTTP, with partners and products of its own. */
export class HttpHistory {
  readonly #service: RunningService
  readonly #productIds: readonly number[]
  readonly #partners: readonly HttpPartner[]
  #oracle = new BusyOracle()
  readonly #done: Act[] = []

  private constructor(
    service: RunningService,
    productIds: readonly number[],
    partners: readonly HttpPartner[],
  ) {
    this.#service = service
    this.#productIds = productIds
    this.#partners = partners
  }

  static async begin(service: RunningService): Promise<HttpHistory> {
    const productIds: number[] = []
    for (const { brand, code, type, supply, fixed, range } of PRODUCTS) {
      const [least, most] = range ?? []
      const amounts = fixed
        ? {
            denominationType: 'FIXED',
            fixedAmounts: fixed.map(Number),
            minAmount: undefined,
            maxAmount: undefined,
          }
        : { minAmount: Number(least), maxAmount: Number(most) }
      const recipient = type === 'TOP_UP' ? { recipientFields: PHONE } : {}
      const of = { brand, currency: code, productType: type, supplier: SUPPLIERS[supply] }
      const { productId } = await service.product({ ...of, ...amounts, ...recipient })
      productIds.push(productId)
    }
    const partners: HttpPartner[] = []
    while (partners.length < PARTNERS) partners.push(await HttpPartner.open(service, productIds))
    return new HttpHistory(service, productIds, partners)
  }

  /**
   * Does an act that has an HTTP request, and waits until the service is in the state of the
   * oracle.
   */
  async take(drawn: Act): Promise<void> {
    const sendable = overHttp(drawn)
    const act = sendable && this.#oracle.pins.next(sendable)
    if (!act) return
    const place = `act ${this.#done.length + 1}, ${JSON.stringify(act)}`
    const [first] = act.act === 'together' ? act.acts : [act]
    const no = first && 'partner' in first ? first.partner : undefined
    const answers = await this.#send(act, no)
    const agreeing = act.act === 'together' ? this.#orders(act.acts, answers) : [act]
    if (agreeing.length === 0) {
      throw new Error(`${place}: in no order are the answers ${JSON.stringify(answers)}`)
    }
    const states = agreeing.map((one) => [one, this.#after(one)] as const)
    const [, expected] = states[0]?.[1] ?? []
    if (act.act !== 'together') compare(`${place}: the answer`, answers, expected)
    const seen = no === undefined ? [...this.#partners.keys()] : [no]
    await eventually(async () => {
      for (const partner of seen) await this.#compareViews(place, partner, states)
    })
  }

  async #compareViews(
    place: string,
    partner: number,
    states: readonly (readonly [Act, readonly [BusyOracle, readonly Answer[]]])[],
  ): Promise<void> {
    const view = await this.#partners[partner]?.view()
    const [agreed] = states.filter(([, [oracle]]) => isSame(view, oracle.view(partner)))
    const [first] = states
    if (!agreed && first) {
      compare(`${place}: what partner ${partner} sees`, view, first[1][0].view(partner))
    }
    if (!agreed) return
    this.#oracle = agreed[1][0]
    if (this.#done.at(-1) !== agreed[0]) this.#done.push(agreed[0])
  }

  async #send(act: Act, no: number | undefined): Promise<readonly Answer[]> {
    const acts = act.act === 'together' ? act.acts : [act]
    const partner = no === undefined ? undefined : this.#partners[no]
    if (partner) return partner.take(acts.filter((one) => 'partner' in one))
    if (act.act === 'rule') await this.#setRule(act.rule)
    if (act.act === 'restock') {
      const lines = Array.from(
        { length: act.count },
        () => `${AMOUNTS[act.amount]},W${(codes += 1)}\n`,
      )
      const path = `/admin/v1/products/${this.#productIds[stockedAt(act.amount)]}/codes`
      const csv = `faceValue,giftCardNumber\n${lines.join('')}`
      dataOf(await this.#service.admin.post(path, csv, { 'content-type': 'text/csv' }))
    }
    return [{ status: 200 }]
  }

  async #setRule({ partner, product, percent, fee }: ActOf<'rule'>['rule']) {
    const { code = 'USD' } = PRODUCTS[product] ?? {}
    const partnerId = partner === undefined ? undefined : this.#partners[partner]?.partnerId
    const terms = { discountPercent: Number(percent), feeAmount: wire(BigInt(fee), code) }
    const of = {
      productId: this.#productIds[product],
      ...(partnerId !== undefined && { partnerId }),
    }
    dataOf(
      await this.#service.admin.post('/admin/v1/price-rules', { ...of, ...terms, reason: 'test' }),
    )
  }

  /** Runs all earlier acts and this one in the oracle. */
  #after(act: Act): readonly [BusyOracle, readonly Answer[]] {
    const oracle = new BusyOracle()
    for (const one of this.#done) oracle.take(one)
    for (const one of [...this.#done, act]) oracle.pins.remember(one)
    return [oracle, oracle.take(act)]
  }

  /** The sequences in which acts that were sent at once may have been decided. */
  #orders(acts: readonly Act[], answers: readonly Answer[]): Act[] {
    return permutations(acts.map((_, at) => at)).flatMap((order) => {
      const together: Act = { act: 'together', acts: order.flatMap((at) => acts[at] ?? []) }
      const [, expected] = this.#after(together)
      return isSame(
        order.map((at) => answers[at]),
        expected,
      )
        ? [together]
        : []
    })
  }
}

const AT_ONCE: readonly string[] = [...MONEY, 'place', 'cancel']

/** The acts that have an HTTP request: workers work by themselves, and time passes. */
function overHttp(act: Act): Act | undefined {
  if (act.act === 'together') {
    const sent = act.acts.filter((one) => AT_ONCE.includes(one.act))
    const acts = sent.flatMap((one) => overHttp(one) ?? [])
    return acts.length > 0 ? { ...act, acts: acts.slice(0, 3) } : undefined
  }
  if (act.act === 'place') {
    const lines = determinateLines(act.lines)
    return lines.length > 0 ? { ...act, quote: undefined, lines } : undefined
  }
  if (act.act === 'campaign') return { ...act, seconds: undefined }
  if (act.act === 'decide') return { ...act, operator: 0 }
  if (['again', 'rule', 'restock'].includes(act.act)) return act
  // Orders of links are not followed here.
  return act.act in HTTP_ACTS && act.act !== 'send' ? act : undefined
}

/**
 * Keeps one batch of each face value in stock, because any of several may get the last codes. Drops
 * credits of wallets and required validities, because workers retry such lines only after minutes.
 */
function determinateLines(lines: readonly Line[]): Line[] {
  const rows = lines.filter(
    (line, at) =>
      !isCredit(line) &&
      (!isStock(line) || lines.findIndex((one) => isStock(one) && one[1] === line[1]) === at),
  )
  return rows.map((line) =>
    isStock(line) ? [line[0], line[1], Math.min(line[2], BATCH_UNITS)] : line,
  )
}

function isCredit([product]: Line): boolean {
  return PRODUCTS[product]?.supply === 'credit'
}

function isStock([product]: Line): boolean {
  return PRODUCTS[product]?.supply === 'stock'
}
