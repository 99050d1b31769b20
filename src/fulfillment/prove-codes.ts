import { errorMessage } from '../core/mod.ts'
import { sql, type Db, type Statement } from '../db/mod.ts'
import type { Vault } from '../vault/mod.ts'
import { openBlock, openSealed, type SegmentRow } from './read-items.ts'

export interface CodesProof {
  /** The number of blocks and segments that were opened. */
  readonly opened: number
  /** The places of codes that did not open. */
  readonly faults: readonly string[]
}

/**
 * Opens one block of stock and one segment of an order for each data key in use, in memory. Reads
 * all blocks and segments, so it is for a restored database that serves nobody.
 */
export async function proveCodes({ db, vault }: { db: Db; vault: Vault }): Promise<CodesProof> {
  const blocks = await db.rows(blockOfEachKey())
  const segments = await db.rows(segmentOfEachKey())
  await vault.prepare([...blocks, ...segments].map(({ sealed }) => sealed))
  const faults = [
    ...blocks.map(({ product_id: productId, block_id: blockId, sealed }) =>
      faultOf(`block ${blockId} of product ${productId}`, () =>
        openBlock(vault, { productId, blockId, sealed }),
      ),
    ),
    ...segments.map((row) => {
      const [partnerId, orderNo] = [row.partner_id, Number(row.order_no)]
      const place = `batch ${row.batch_no} of order ${orderNo} of partner ${partnerId}`
      const segment = { row: { ...row, sealed: null }, sealed: row.sealed }
      return faultOf(place, () => openSealed(vault, { partnerId, orderNo }, segment))
    }),
  ]
  return {
    opened: faults.filter((fault) => fault === undefined).length,
    faults: faults.filter((fault) => fault !== undefined),
  }
}

function faultOf(place: string, open: () => unknown): string | undefined {
  try {
    open()
    return undefined
  } catch (error) {
    return `${place}: ${errorMessage(error)}`
  }
}

/** The bytes of a sealed value that name its key. */
const KEY_OF = sql.raw('substring(sealed from 2 for 4)')

interface BlockRow {
  readonly product_id: number
  readonly block_id: string
  readonly sealed: Buffer
}

function blockOfEachKey(): Statement<BlockRow> {
  return sql`
    select distinct on (${KEY_OF}) product_id, block_id, sealed from stock_blocks
    order by ${KEY_OF}`
}

type IssuedRow = Omit<SegmentRow, 'sealed'> & {
  readonly partner_id: number
  readonly order_no: bigint
  readonly sealed: Buffer
}

function segmentOfEachKey(): Statement<IssuedRow> {
  return sql`
    select distinct on (${KEY_OF})
      partner_id, order_no, batch_no, segment_no, first_item_no, quantity,
      stock_product_id, stock_block_id, stock_first, sealed
    from issued_segments where sealed is not null
    order by ${KEY_OF}`
}
