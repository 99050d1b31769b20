import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../src/db/mod.ts'
import { indexOldCodes } from '../../src/inventory/index-old-codes.ts'
import { encodeCodes } from '../../src/supply/mod.ts'
import { fixedProduct, openStage, type Stage } from './fixture.ts'

const MIGRATION = new URL('../../migrations/0037_code_index.sql', import.meta.url)
const BATCH = { partnerId: 1, orderNo: 1, batchNo: 1 }

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.end())

/** Leaves codes as the migration found them: not in the index, and sealed where they were. */
async function forgetIndex(): Promise<void> {
  const script = (await readFile(MIGRATION, 'utf8'))
    .replaceAll('issued_pieces', 'issued_segments')
    .replaceAll('piece_no', 'segment_no')
  const copies = script.match(/^insert into codes_to_index[^;]*;/gm) ?? []
  expect(copies).toHaveLength(2)
  await stage.db.pool.query(['delete from code_index;', ...copies].join('\n'))
}

function indexed(): Promise<object[]> {
  return stage.db.rows(sql<object>`
    select code_index.product_id, lot, purchase is not null as bought, count(*)::integer as codes
    from code_index left join stock_lots using (lot_no)
    group by code_index.product_id, lot, bought
    order by code_index.product_id`)
}

async function importInto(productId: number, ...numbers: string[]): Promise<void> {
  await stage.stockUp(productId, numbers)
  const blocks = await stage.db.rows(sql`
    update stock_blocks set lot = 'spring' where product_id = ${productId} returning 1`)
  expect(blocks).toHaveLength(1)
  await stage.db.rows(sql`update stock_lots set lot = 'spring' where product_id = ${productId}`)
}

/** A code that was bought upstream and delivered. */
async function deliver(productId: number, giftCardNumber: string): Promise<void> {
  const code = { giftCardNumber, giftCardPin: '', barCodeNumber: '', redemptionUrl: '' }
  const sealed = stage.vault.seal('codes', 'issued:1:1:1:1', encodeCodes([code]))
  const { partnerId, orderNo, batchNo } = BATCH
  await stage.db.rows(sql`
    insert into issued_segments (
      partner_id, order_no, batch_no, segment_no, first_item_no, quantity, sealed)
    values (${partnerId}, ${orderNo}, ${batchNo}, 1, 1, 1, ${sealed})`)
  await stage.db.rows(sql`
    insert into upstream_purchases (
      partner_id, order_no, batch_no, purchase_no, upstream_id, reference, idempotency_key,
      their_product_id, wallet_currency, product_id, currency, face_value_minor, quantity, status,
      upstream_order_id, begun_at)
    values (${partnerId}, ${orderNo}, ${batchNo}, 1, 1, gen_random_uuid(), gen_random_uuid(), 1,
            'USD', ${productId}, 'USD', 1000, 1, 'PLACED', 'theirs', now())`)
}

test('codes of earlier versions are indexed once, also by several processes at once', async () => {
  const [first, second, third] = [
    stage.nextProductId(),
    stage.nextProductId(),
    stage.nextProductId(),
  ]
  await importInto(first, 'A', 'B')
  await importInto(second, 'b', 'C')
  await deliver(third, 'D')
  await stage.db.rows(sql`
    update products set code_namespace = 'one'
    where product_id = any(${[first, second, third]}::integer[])`)
  await forgetIndex()
  const duplicates: object[] = []
  const old = { ...stage, onDuplicates: (found: object) => void duplicates.push(found) }

  await Promise.all([indexOldCodes(old), indexOldCodes({ ...old, db: stage.connectAgain() })])
  await indexOldCodes(old)

  expect(duplicates).toEqual([{ productId: second, lot: 'spring', codes: 1 }])
  expect(await indexed()).toEqual([
    { product_id: first, lot: 'spring', bought: false, codes: 2 },
    { product_id: second, lot: 'spring', bought: false, codes: 1 },
    { product_id: third, lot: null, bought: true, codes: 1 },
  ])
  const product = { ...fixedProduct(third), codeNamespace: 'one' }
  const file = 'faceValue,giftCardNumber\n10,a\n10,c\n10,d\n10,e\n'
  const answer = await stage.importText(product, file)
  expect(answer).toMatchObject({ imported: 1, duplicates: 1, rejectedCount: 2 })
})

test('codes of earlier versions that cannot be opened stay in the backlog and end the start', async () => {
  const productId = stage.nextProductId()
  await stage.stockUp(productId, ['LATER'])
  await forgetIndex()
  await stage.db.rows(sql`update codes_to_index set context = 'elsewhere'`)
  const old = { ...stage, onDuplicates: () => undefined }

  await expect(indexOldCodes(old)).rejects.toThrow('does not open there')

  expect(await stage.db.rows(sql`select from code_index`)).toEqual([])
})
