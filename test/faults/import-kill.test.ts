import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { PART_BYTES } from '../../src/imports/import-file.ts'
import { isLong } from '../support/length.ts'
import { Random, seedsOf } from './chaos-random.ts'
import { Importer, type ImportResult } from './importer.ts'
import { makeInstallation } from './service-process.ts'

/** `IMPORT_KILL_SEEDS=7-9` chooses others. */
const SEEDS = seedsOf(process.env['IMPORT_KILL_SEEDS'] ?? (isLong ? '1-10' : '7'))
const KILLS = isLong ? 2 : 1
const PARTS = isLong ? 6 : 4
/** Padding: the short run needs as many parts with a tenth of the codes. */
const LINK = isLong ? '' : `https://codes.example.com/${'x'.repeat(400)}`

test.for(SEEDS)(
  'kill -9 while codes are imported: each line is stored once (seed %i)',
  async (seed) => {
    const random = new Random(seed)
    const installation = makeInstallation()
    let service = await installation.start()
    let importer = await Importer.open(service.url)
    const [productId, otherProductId] = [await importer.newProduct(), await importer.newProduct()]
    const file = newFile()
    for (const id of [productId, otherProductId]) await importer.import(id, asFile(file.known))
    const unbroken = await importer.import(otherProductId, file.text)
    const importId = randomUUID()

    for (let kill = 1; kill <= KILLS; kill += 1) {
      const partsSent = Math.ceil((PARTS * kill) / (KILLS + 1))
      const bytesSent = partsSent * PART_BYTES + random.below(PART_BYTES)
      const partsStored = partsSent - 1 - random.below(2)
      const query = kill === 1 ? `importId=${importId}` : `resume=${importId}`
      importer.beginUpload(productId, query, { text: file.text, bytesSent })
      await importer.hasStored(productId, importId, partsStored * PART_BYTES)
      expect(await service.end('SIGKILL')).toEqual({ code: null, signal: 'SIGKILL' })
      service = await installation.start()
      importer = importer.at(service.url)
    }
    const atKill = await importer.find(productId, importId)
    const resumed = await importer.import(productId, file.text, `resume=${importId}`)

    expect(atKill.state).toBe('RUNNING')
    expect(atKill.bytesRead).toBeLessThan(file.text.length)
    expect(resumed).toEqual({ ...unbroken, importId, lot: importId } satisfies ImportResult)
    expect(resumed).toMatchObject({
      imported: file.codes.length,
      duplicates: 60,
      rejectedCount: 20,
    })
    expect(await importer.stockOf(productId)).toEqual({ free: file.codes.length + 40, sold: 0 })
    const sold = await importer.buyAll(productId, file.codes.length + 40)
    expect(sold.toSorted()).toEqual([...file.codes, ...file.known].toSorted())
    expect(await importer.verify()).toMatchObject({ balanced: true, differences: [] })
    expect(service.log.filter(({ level }) => level >= 50)).toEqual([])
    expect(await service.end('SIGTERM')).toEqual({ code: 0, signal: null })
  },
)

interface ImportFile {
  readonly text: string
  /** Codes that the products have before the import. */
  readonly known: readonly string[]
  /** Codes that an import of the file adds. */
  readonly codes: readonly string[]
}

const LINE_BYTES = `10,${randomUUID()},${LINK}\n`.length

/** A file of new codes, with 40 known codes, 20 repeated codes and 20 bad lines all over it. */
function newFile(): ImportFile {
  const existing = Array.from({ length: 40 }, () => randomUUID())
  const count = Math.floor((PARTS * PART_BYTES) / LINE_BYTES)
  const codes = Array.from({ length: count }, () => randomUUID())
  const others = [...existing, ...codes.slice(0, 20), ...Array.from({ length: 20 }, () => '=1+1')]
  const runLength = Math.floor(count / others.length)
  const mixed = others.flatMap((other, at) => [
    ...codes.slice(at * runLength, (at + 1) * runLength),
    others[(at * 7) % others.length] ?? other,
  ])
  return {
    text: asFile([...mixed, ...codes.slice(others.length * runLength)]),
    known: existing,
    codes,
  }
}

function asFile(codes: readonly string[]): string {
  const lines = codes.map((code) => `10,${code},${LINK}`)
  return ['faceValue,giftCardNumber,redemptionUrl', ...lines, ''].join('\n')
}
