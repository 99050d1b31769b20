import { CopyIn, Upload } from '../harness/bulk.ts'
import { compare, inWords, type Bench, type Figure, type Row } from '../harness/figure.ts'
import { interleave, type Sample } from '../harness/interleave.ts'

const WARM_UP_LINES = 5_000
const TABLES = ['code_index', 'stock_blocks', 'stock_free', 'stock_buckets']

/** P13: the import of codes into stock. */
export const importing: Figure = { name: 'import', measure }

async function measure(bench: Bench): Promise<Row[]> {
  const { service } = bench
  const upload = new Upload(service)
  const copyIn = new CopyIn(service, 'twin')
  const lines = bench.count(1_000_000, 20_000)
  // Each run fills the stock of a product of its own.
  const ours = async (count: number): Promise<{ productId: number; sample: Sample }> => {
    const productId = await service.operator.newProduct('vault')
    return { productId, sample: await upload.import(productId, count) }
  }
  await ours(WARM_UP_LINES)
  const { productId } = await ours(lines)
  const where = `product_id = ${productId}`
  await copyIn.prepare(TABLES.map((table) => ({ table, where })))
  const samples = await interleave(
    { ours: async () => (await ours(lines)).sample, copied: () => copyIn.run(lines) },
    bench.rounds,
  )
  await Promise.all([upload.end(), copyIn.end()])
  return [
    compare({
      id: 'P13',
      title: `import of ${inWords(lines)} codes / COPY of the sealed rows`,
      goal: { atLeast: 0.5 },
      unit: '/s',
      ours: samples.ours,
      baseline: samples.copied,
    }),
  ]
}
