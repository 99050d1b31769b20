import { systemActor } from '../audit/mod.ts'
import { createProduct, readRates, recordRates, type Product } from '../catalog/mod.ts'
import { transact, type Database } from '../db/mod.ts'
import type { Ledger } from '../ledger/mod.ts'
import {
  createPartner,
  deposit,
  getPartner,
  issueCredential,
  listCredentials,
  listPartners,
} from '../partners/mod.ts'
import { openSandbox } from '../sandbox/mod.ts'
import type { DemoContext } from './demo-context.ts'
import { readDemo, writeDemo, type DemoCredentials, type DemoPartner } from './demo-file.ts'
import { EXAMPLE_BRANDS, type ExampleName } from './examples.ts'
import { money, seedPeople } from './people.ts'
import { seedLogins } from './logins.ts'
import { demoProducts } from './products.ts'
import { demoRates } from './rates.ts'
import { stockProducts } from './stock.ts'
import { seedSuppliers, suppliedProducts } from './suppliers.ts'
import { seedTessera } from './tessera.ts'

/** The first one is the partner of the examples. Each has its own consumers. */
const PARTNERS = [
  {
    name: 'Acme Rewards',
    deposits: { USD: 10_000_000, EUR: 5_000_000, GBP: 2_500_000, JPY: 500_000_000, KWD: 1_000_000 },
  },
  { name: 'Borealis Perks', deposits: { USD: 50_000, EUR: 20_000 } },
] as const
const [FIRST, ...OTHERS] = PARTNERS
type DemoPartnerPlan = (typeof PARTNERS)[number]

const ACTOR = systemActor('demo')
const PARTNERS_SEARCHED_MAX = 100
const URL_FALLBACK = 'http://127.0.0.1:8080'

export async function seed(context: DemoContext): Promise<DemoCredentials> {
  const stored = await readDemo(context.dataDir)
  const isSeeded = stored && (await isCurrent(context, stored))
  if (!isSeeded) await requireOwnDatabase(context.db)
  await seedSuppliers(context)
  const seeded = isSeeded
    ? { ...stored, url: context.url ?? stored.url, adminToken: context.adminToken }
    : await makeDemo(context)
  const [seller] = seeded.otherPartners
  const buysUpstream = seller !== undefined && (await seedTessera(context, seller))
  const test = await seedTestPartner(context, seeded.partnerId, stored?.test)
  const logins = await seedLogins(context, seeded.partnerId, stored?.logins)
  const demo = { ...seeded, test, logins, buysUpstream }
  await writeDemo(context.dataDir, demo)
  return demo
}

/** False if the file is of another database or version, or its credential was revoked. */
async function isCurrent({ db, clock }: DemoContext, stored: DemoCredentials): Promise<boolean> {
  if ((await findPartner(db, FIRST.name)) !== stored.partnerId) return false
  if (stored.otherPartners.length !== OTHERS.length) return false
  if (!Object.keys(EXAMPLE_BRANDS).every((name) => name in stored.examples)) return false
  for (const partner of [stored, ...stored.otherPartners]) {
    if (!(await isActive({ db, clock }, partner))) return false
  }
  return true
}

async function isActive(
  { db, clock }: Pick<DemoContext, 'db' | 'clock'>,
  { partnerId, clientId }: DemoPartner,
): Promise<boolean> {
  const credentials = await listCredentials(db, clock, partnerId)
  return credentials.some((one) => one.clientId === clientId && one.state === 'ACTIVE')
}

/**
 * Returns the test partner of the first partner, with the stored credential if it is still valid.
 */
async function seedTestPartner(
  context: DemoContext,
  liveId: number,
  stored: DemoPartner | undefined,
): Promise<DemoPartner> {
  const partnerId = await openSandbox(context, { partnerId: liveId, actor: ACTOR })
  if (stored?.partnerId === partnerId && (await isActive(context, stored))) return stored
  const { name: partnerName } = await getPartner(context.db, partnerId)
  return { partnerId, partnerName, ...(await issueDemoCredential(context, partnerId)) }
}

async function issueDemoCredential(
  { db, vault, clock }: DemoContext,
  partnerId: number,
): Promise<Pick<DemoPartner, 'clientId' | 'apiKey' | 'hmacSecret'>> {
  const { clientId, apiKey, hmacSecret } = await transact(db, (tx) =>
    issueCredential(tx, { vault, clock }, { partnerId, label: 'demo', actor: ACTOR }),
  )
  return { clientId, apiKey, hmacSecret }
}

type NewDemo = Omit<DemoCredentials, 'test' | 'logins' | 'buysUpstream'>

async function makeDemo(context: DemoContext): Promise<NewDemo> {
  const { db, catalog, url = URL_FALLBACK, adminToken } = context
  await fillCatalog(context)
  const { products } = await catalog.asOf(db)
  await stockProducts(context, products.values())
  const first = await makePartner(context, FIRST)
  const otherPartners: DemoPartner[] = []
  for (const plan of OTHERS) otherPartners.push((await makePartner(context, plan)).partner)
  return {
    url,
    adminToken,
    ...first.partner,
    examples: { ...exampleProducts(products.values()), ...first.person },
    otherPartners,
  }
}

/** Rejects if the database has partners that are not the demo's. */
async function requireOwnDatabase(db: Database): Promise<void> {
  const { total } = await listPartners(db, { page: 1, pageSize: 1 })
  if (total === 0 || (await findPartner(db, FIRST.name)) !== undefined) return
  throw new Error(
    'the database has partners of its own: a demo needs an empty one, `serve` does not',
  )
}

async function findPartner(db: Database, name: string): Promise<number | undefined> {
  const { rows } = await listPartners(db, { page: 1, pageSize: PARTNERS_SEARCHED_MAX })
  return rows.find((partner) => partner.name === name)?.partnerId
}

/** Creates a partner with funds, consumers and a new credential. Keeps what exists. */
async function makePartner(
  context: DemoContext,
  { name, deposits }: DemoPartnerPlan,
): Promise<{ partner: DemoPartner; person: Awaited<ReturnType<typeof seedPeople>> }> {
  const { db, clock, ledger } = context
  const partnerId =
    (await findPartner(db, name)) ??
    (await transact(db, (tx) => createPartner(tx, clock, { name, actor: ACTOR }))).partnerId
  await depositFunds(ledger, partnerId, deposits)
  const person = await seedPeople(context, { partnerId, actor: ACTOR })
  const credential = await issueDemoCredential(context, partnerId)
  return { partner: { partnerId, partnerName: name, ...credential }, person }
}

/** Adds the missing products, and rates if there are none, in one transaction. */
async function fillCatalog({
  db,
  clock,
  catalog,
  suppliers,
  standIns,
}: DemoContext): Promise<void> {
  const edit = { suppliers: suppliers.types, now: clock.now() }
  const { products } = await catalog.asOf(db)
  const brands = new Set(Array.from(products.values(), ({ brand }) => brand))
  const all = [...demoProducts(), ...(standIns ? suppliedProducts() : [])]
  const missing = all.filter(({ brand }) => !brands.has(brand))
  if (missing.length === 0) return
  await transact(db, async (tx) => {
    for (const product of missing) await createProduct(tx, product, edit)
    if (brands.size > 0) return
    const rates = readRates(demoRates())
    await recordRates(tx, { rates, effectiveAt: undefined, source: 'demo', actor: ACTOR.name })
  })
  catalog.changed()
}

/** Deposits funds under fixed references, so that a repetition changes nothing. */
async function depositFunds(
  ledger: Ledger,
  partnerId: number,
  deposits: Readonly<Record<string, number>>,
): Promise<void> {
  await Promise.all(
    Object.entries(deposits).map(([currency, amount]) =>
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
