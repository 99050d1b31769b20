import type { Database } from '../../src/db/mod.ts'
import { scaled, SHOPS, startStandIn, type StandIn } from '../../src/stand-ins/mod.ts'
import { startHttpProxy, type Fate, type HttpProxy } from '../support/http-proxy.ts'
import type { Random } from '../faults/chaos-random.ts'
import type { VirtualTime } from './virtual-time.ts'

/** The product that is bought, by the name that each supplier has for it. */
const OFFERS = [
  {
    // An aggregator: tokens, codes by a second call, and a reference that works once.
    adapter: 'reloadly',
    currency: 'EUR',
    settings: { product: '101' },
    // Once a lost purchase is not in their reports, it is bought again.
    account: { ifNotFound: 'buyAgain' },
  },
  { adapter: 'tillo', currency: 'USD', settings: { brand: 'amazon' }, account: {} },
] as const
const ACCOUNT = 'main'
const FUNDS = scaled('1000000')
const FATES: readonly Fate[] = ['lose', 'after', 'middle', 'twice', 'late', 'pass', 'pass']
const ERRORS = ['error', 'errorAfter', 'garbage', 'busy'] as const

interface Shop {
  readonly offer: (typeof OFFERS)[number]
  readonly standIn: StandIn
  readonly proxy: HttpProxy
}

/** The suppliers of all processes: stand-ins, each behind a proxy. */
export class Suppliers {
  readonly shops: readonly Shop[]
  #fates: Random | undefined

  private constructor(shops: Shop[]) {
    this.shops = shops
  }

  static async open(time: VirtualTime): Promise<Suppliers> {
    const shops: Shop[] = []
    const suppliers = new Suppliers(shops)
    for (const offer of OFFERS) {
      const standIn = await startStandIn(SHOPS[offer.adapter].open())
      standIn.books.funds.set(offer.currency, FUNDS)
      const fate = () => ({ fate: suppliers.#fates?.pick(FATES) ?? ('pass' as const) })
      const pause = (ms: number) => time.pause(ms)
      const proxy = await startHttpProxy({ target: standIn.url, fate, pause })
      shops.push({ offer, standIn, proxy })
    }
    return suppliers
  }

  /** Our accounts there, as an operator registers them. */
  get accounts(): object[] {
    return this.shops.map(({ offer: { adapter, account: settings }, proxy }) => {
      const { secrets } = SHOPS[adapter]
      const account = { adapter, name: ACCOUNT, environment: 'sandbox', baseUrl: proxy.url }
      return { ...account, secrets, settings }
    })
  }

  /** The suppliers of the product: the second one is asked if the first cannot. */
  get routes(): object[] {
    return this.shops.map(({ offer: { adapter: supplier, settings } }) => {
      return { supplier, settings: { account: ACCOUNT, ...settings } }
    })
  }

  /**
   * Makes requests and responses get lost and suppliers have errors, as `fates` draws; undefined
   * ends that. A history begins with it.
   */
  trouble(fates: Random | undefined): void {
    this.#fates = fates
    for (const { standIn } of this.shops) {
      const { faults } = standIn.books
      faults.length = 0
      if (fates) faults.push({ of: 'any', does: fates.pick(ERRORS), times: fates.between(1, 3) })
    }
  }

  /** A summary of their sales, and of the requests that a trouble changed. */
  get summary(): string {
    const sales = this.shops.map(
      ({ offer, standIn }) => `${offer.adapter} ${standIn.books.sales.length}`,
    )
    const requests = this.shops.flatMap(({ proxy }) => proxy.seen)
    const troubled = requests.filter(({ fate }) => fate !== 'pass')
    return `sold: ${sales.join(', ')}; ${troubled.length} of ${requests.length} requests in trouble`
  }

  /** Returns when no late request is still under way. */
  async calm(): Promise<void> {
    this.trouble(undefined)
    for (const { proxy } of this.shops) await proxy.calm()
  }

  async close(): Promise<void> {
    for (const { standIn, proxy } of this.shops) {
      await proxy.close()
      await standIn.close()
    }
  }
}

/**
 * A lost purchase is looked up after minutes only. When all is calm, makes that time pass once for
 * purchases whose requests have ended: a worker that was frozen may send while it has the lease.
 */
export async function passLookUps({ pool }: Database): Promise<void> {
  await pool.query(
    `update supplier_creates c
     set first_sent_at = first_sent_at - interval '20 minutes',
         sent_at = sent_at - interval '20 minutes',
         unsure_until = unsure_until - interval '20 minutes'
     where status in ('PLACING', 'PLACED')
       and sent_at between now() - interval '10 minutes' and now() - interval '2 seconds'
       and not exists (
         select from fulfillments f
         where f.order_no = c.order_no and f.batch_no = c.batch_no and f.lease_owner is not null)`,
  )
}
