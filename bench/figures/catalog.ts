import { setTimeout as pause } from 'node:timers/promises'
import { Child } from '../harness/child.ts'
import { compare, type Bench, type Figure, type Row } from '../harness/figure.ts'
import { interleave, type Sample } from '../harness/interleave.ts'
import { clockOf, clocksOf, sampleOf, type CpuClocks } from '../harness/load.ts'
import type { BenchPartner } from '../harness/operator.ts'
import type { BenchService } from '../harness/service.ts'
import { Connection } from '../processes/connection.ts'
import { signedRequest } from '../processes/requests.ts'

const CONNECTIONS = 64
const PRODUCTS = 2_000
/** With content, a byte may take at most 1.2 times as long. */
const LEAST_PER_BYTE = 0.84
const TARGET = `/v2/products?currency=USD&pageSize=${PRODUCTS}`
/** The page with the content of each product. */
const WITH_CONTENT = `${TARGET}&include=content`
const TRIES_MAX = 100

/** P9: the largest page of the catalog. */
export const catalog: Figure = { name: 'catalog', measure }

async function measure(bench: Bench): Promise<Row[]> {
  const { service, load } = bench
  const partner = await service.operator.newPartner()
  await seedProducts(service)
  const answer = await wholePage(service, partner, TARGET)
  const whole = await wholePage(service, partner, WITH_CONTENT)
  const bare = new Child('bare-http')
  const { url: bareUrl } = await bare.ask<{ url: string }>({ signer: partner.signer, answer })
  const count = bench.count(12_000, 600)
  const pages = async (url: string, clocks: CpuClocks, target = TARGET): Promise<Sample> => {
    const plan = { kind: 'get', signer: partner.signer, target, count } as const
    return sampleOf(await load.runWhole({ url, plan, connections: CONNECTIONS }, clocks))
  }
  const sides = {
    ours: () => pages(service.url, clocksOf(service)),
    bare: () => pages(bareUrl, clockOf('bare', bare)),
    content: () => pages(service.url, clocksOf(service), WITH_CONTENT),
  }
  await sides.ours()
  const samples = await interleave(sides, bench.rounds)
  await bare.end()
  const [kib, wholeKib] = [kibOf(answer), kibOf(whole)]
  return [
    compare({
      id: 'P9',
      title: `catalog page of 2,000 products (${Math.round(kib)} KiB) / bare node:http`,
      goal: { atLeast: 0.85 },
      unit: '/s',
      ours: samples.ours,
      baseline: samples.bare,
    }),
    compare({
      id: 'P9',
      title: `bytes of the page with content (${Math.round(wholeKib)} KiB) / without`,
      goal: { atLeast: LEAST_PER_BYTE },
      unit: ' KiB/s',
      ours: samples.content.map((one) => inKib(one, wholeKib)),
      baseline: samples.ours.map((one) => inKib(one, kib)),
    }),
  ]
}

function kibOf(page: string): number {
  return Buffer.byteLength(page) / 1_024
}

/** Returns a sample of pages as one of their KiB. */
function inKib({ value, cpu = {} }: Sample, kib: number): Sample {
  const each = Object.entries(cpu).map(([name, micros]) => [name, micros / kib] as const)
  return { value: value * kib, cpu: Object.fromEntries(each) }
}

/** Half of the products have denominations and come from stock, as in a catalog of gift cards. */
async function seedProducts({ db }: BenchService): Promise<void> {
  await db.query(`
    insert into products (
      brand, currency, product_type, denomination_type, fixed_minor, min_minor, max_minor,
      supplier, created_at)
    select 'Brand of the bench ' || n, 'USD', 'GIFT_CARD',
           case when n % 2 = 0 then 'FIXED' else 'VARIABLE' end,
           case when n % 2 = 0 then array[500, 1000, 2500, 5000, 10000]::bigint[] end,
           case when n % 2 = 1 then 100 end, case when n % 2 = 1 then 50000 end,
           case when n % 2 = 0 then 'vault' else 'generator' end, now()
    from generate_series(1, ${PRODUCTS}) as n`)
  await db.query(`
    insert into product_contents (product_id, category, countries, image_ids)
    select product_id, 'fashion', array['DE', 'AT'], array[repeat(md5(brand), 2)]
    from products where currency = 'USD' and brand like 'Brand of the bench %'`)
  await db.query(`
    insert into product_texts (
      product_id, locale, name, description, terms, redemption_steps, validity)
    select product_id, 'en', brand, repeat('Shoes for every way. ', 12),
           repeat('It cannot be exchanged for money. ', 10),
           array['Choose what you like.', 'Show the code at the till.'], 'Three years'
    from product_contents join products using (product_id)`)
  await db.query('update catalog_version set version = version + 1')
  await db.query('update content_version set version = version + 1')
}

/** Returns the bytes of the page, once the service has read all products. */
async function wholePage(
  service: BenchService,
  { signer }: BenchPartner,
  target: string,
): Promise<string> {
  const url = new URL(service.url)
  const connection = await Connection.open(url)
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const request = signedRequest(signer, { host: url.host, target })
    const text = (await connection.send(request)).body().toString()
    const { data } = JSON.parse(text) as { data: readonly unknown[] }
    const isWhole = target === TARGET || text.includes('Three years')
    if (data.length === PRODUCTS && isWhole) {
      connection.close()
      return text
    }
    await pause(50)
  }
  throw new Error('the products do not appear in the catalog')
}
