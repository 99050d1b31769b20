import { createProduct, readRates, recordRates, type Product } from '../catalog/mod.ts'
import { transact, type Database } from '../db/mod.ts'
import type { Ledger } from '../ledger/mod.ts'
import {
  createPartner,
  deposit,
  issueCredential,
  listCredentials,
  listPartners,
} from '../partners/mod.ts'
import { SUPPLIER_NAMES } from '../supply/mod.ts'
import type { DemoContext } from './demo-context.ts'
import { readDemo, writeDemo, type DemoCredentials } from './demo-file.ts'
import { money, seedPeople } from './people.ts'
import { demoProducts, EXAMPLE_BRANDS, type ExampleName } from './products.ts'
import { demoRates } from './rates.ts'
import { stockProducts } from './stock.ts'

const DEMO_PARTNER_NAME = 'Acme Rewards'
const ACTOR = 'demo'
const PARTNERS_SEARCHED_MAX = 100
const URL_FALLBACK = 'http://127.0.0.1:8080'

const DEPOSITS = [
  { currency: 'USD', amount: 10_000_000 },
  { currency: 'EUR', amount: 5_000_000 },
  { currency: 'GBP', amount: 2_500_000 },
  { currency: 'JPY', amount: 500_000_000 },
  { currency: 'KWD', amount: 1_000_000 },
] as const

/** See `seedDemo`. */
export async function seed(context: DemoContext): Promise<DemoCredentials> {
  const kept = await readDemo(context.dataDir)
  const demo =
    kept && (await isCurrent(context, kept))
      ? { ...kept, url: context.url ?? kept.url, adminToken: context.adminToken }
      : await makeDemo(context)
  await writeDemo(context.dataDir, demo)
  return demo
}

/** The file may be that of another database, or of a credential that was revoked. */
async function isCurrent({ db, clock }: DemoContext, kept: DemoCredentials): Promise<boolean> {
  if ((await findPartner(db)) !== kept.partnerId) return false
  const credentials = await listCredentials(db, clock, kept.partnerId)
  return credentials.some(({ clientId, state }) => clientId === kept.clientId && state === 'ACTIVE')
}

async function makeDemo(context: DemoContext): Promise<DemoCredentials> {
  const { db, vault, clock, catalog, url = URL_FALLBACK, adminToken } = context
  const partnerId = (await findPartner(db)) ?? (await createPartnerAndCatalog(context))
  await depositFunds(context.ledger, partnerId)
  const { products } = await catalog.asOf(db)
  await stockProducts(context, products.values())
  const person = await seedPeople(context, { partnerId, actor: ACTOR })
  const { clientId, apiKey, hmacSecret } = await transact(db, (tx) =>
    issueCredential(tx, { vault, clock }, { partnerId, label: 'demo', actor: ACTOR }),
  )
  return {
    url,
    adminToken,
    apiKey,
    clientId,
    hmacSecret,
    partnerId,
    partnerName: DEMO_PARTNER_NAME,
    examples: { ...exampleProducts(products.values()), ...person },
  }
}

/** The demo's partner; undefined where there is no partner at all. */
async function findPartner(db: Database): Promise<number | undefined> {
  const { rows, total } = await listPartners(db, { page: 1, pageSize: PARTNERS_SEARCHED_MAX })
  if (total === 0) return undefined
  const partner = rows.find(({ name }) => name === DEMO_PARTNER_NAME)
  if (partner) return partner.partnerId
  throw new Error(
    'the database has partners of its own: a demo needs an empty one, `serve` does not',
  )
}

/** All or nothing: a partner of this name has its products and rates. */
async function createPartnerAndCatalog({ db, clock, catalog }: DemoContext): Promise<number> {
  const edit = { suppliers: SUPPLIER_NAMES, now: clock.now() }
  const partner = await transact(db, async (tx) => {
    const created = await createPartner(tx, clock, { name: DEMO_PARTNER_NAME, actor: ACTOR })
    for (const product of demoProducts()) await createProduct(tx, product, edit)
    const rates = readRates(demoRates())
    await recordRates(tx, { rates, effectiveAt: undefined, source: 'demo', actor: ACTOR })
    return created
  })
  catalog.changed()
  return partner.partnerId
}

/** Under references of their own: a second time answers what the first one did. */
async function depositFunds(ledger: Ledger, partnerId: number): Promise<void> {
  await Promise.all(
    DEPOSITS.map(({ currency, amount }) =>
      deposit(ledger, {
        partnerId,
        currency,
        amountMinor: money(amount, currency).minor,
        reference: `demo-${currency}`,
        actor: ACTOR,
      }),
    ),
  )
}

function exampleProducts(products: Iterable<Product>): Record<ExampleName, number> {
  const byBrand = new Map(Array.from(products, ({ brand, productId }) => [brand, productId]))
  const examples = Object.entries(EXAMPLE_BRANDS).map(([name, brand]) => [name, byBrand.get(brand)])
  return Object.fromEntries(examples) as Record<ExampleName, number>
}
