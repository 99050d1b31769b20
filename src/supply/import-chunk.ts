import { V7Generator } from 'uuidv7'
import type { Clock } from '../core/mod.ts'
import { transact, type Database, type Tx } from '../db/mod.ts'
import type { Vault } from '../vault/mod.ts'
import { encodeCodes } from './code-block.ts'
import { groupBy } from './group-by.ts'
import type { ImportedLine } from './import-line.ts'
import { indexCodes, insertBlocks, type NewBlock } from './import-rows.ts'
import { keepLot } from './lot.ts'
import { insertShelves } from './shelf-rows.ts'
import { stockBlockContext } from './stock-block.ts'
import { insertFree } from './stock-rows.ts'

export interface ImportContext {
  readonly db: Database
  readonly vault: Vault
  readonly clock: Clock
}

export interface Chunk {
  readonly productId: number
  readonly lot: string
  readonly lines: readonly ImportedLine[]
  /** Runs in the chunk's transaction once its codes are in stock; again where that is repeated. */
  onStored(tx: Tx, imported: number): Promise<void>
}

/** Codes per block, and so per row of free stock; a read opens whole blocks. */
export const BLOCK_CODES_MAX = 500

/**
 * Stores the codes of these lines that the product has never had, in one transaction, and answers
 * how many those were. The first of equal codes counts; block ids rise with the lines, so that of
 * codes with one expiry those that were imported first are sold first.
 */
export async function storeChunk(context: ImportContext, chunk: Chunk): Promise<number> {
  const { db, vault, clock } = context
  const { productId, lot } = chunk
  const byBlind = new Map<string, ImportedLine>()
  for (const line of chunk.lines) {
    const blindHex = vault.blindIndex(productId, line.code.giftCardNumber).toString('hex')
    if (!byBlind.has(blindHex)) byBlind.set(blindHex, line)
  }
  const blindsHex = [...byBlind.keys()].toSorted()
  return transact(db, async (tx) => {
    const rows = await tx.rows(indexCodes(productId, blindsHex))
    const added = new Set(rows.map((row) => row.blind_hex))
    if (added.size === 0) return 0
    const lines = [...byBlind].filter(([blindHex]) => added.has(blindHex)).map(([, line]) => line)
    const now = clock.now()
    const blocks = sealBlocks(vault, { productId, now }, lines)
    const faces = blocks.map((block) => block.faceValueMinor)
    keepLot(tx, { productId, lot }, now)
    tx.write(insertShelves(productId, faces))
    tx.write(insertBlocks({ productId, lot, now }, blocks))
    tx.write(insertFree(productId, blocks.map(wholeSlice)))
    await chunk.onStored(tx, lines.length)
    return lines.length
  })
}

function wholeSlice({ blockId, quantity }: NewBlock): {
  blockId: string
  first: number
  quantity: number
} {
  return { blockId, first: 0, quantity }
}

const blockIds = new V7Generator()

function sealBlocks(
  vault: Vault,
  { productId, now }: { productId: number; now: number },
  lines: readonly ImportedLine[],
): NewBlock[] {
  const shelves = groupBy(lines, (line) => `${line.faceValueMinor}/${line.expiresAt}`)
  return [...shelves.values()].flatMap(slicesOfBlockSize).map((group) => {
    const [{ faceValueMinor, expiresAt }] = group
    const blockId = blockIds.generateOrResetWithTs(now).toString()
    const plaintext = encodeCodes(group.map((line) => line.code))
    const sealed = vault.seal('codes', stockBlockContext(productId, blockId), plaintext)
    return { blockId, faceValueMinor, expiresAt, quantity: group.length, sealed }
  })
}

type Lines = readonly [ImportedLine, ...ImportedLine[]]

function slicesOfBlockSize(lines: readonly ImportedLine[]): Lines[] {
  const slices: Lines[] = []
  for (let at = 0; at < lines.length; at += BLOCK_CODES_MAX) {
    const [head, ...rest] = lines.slice(at, at + BLOCK_CODES_MAX)
    if (head) slices.push([head, ...rest])
  }
  return slices
}
