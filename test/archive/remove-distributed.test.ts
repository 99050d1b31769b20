import { expect, test } from 'vitest'
import { standInForCluster } from '../support/stand-in-cluster.ts'
import { CREDITS, shareRemoval } from './removal-fixture.ts'

const removal = shareRemoval({
  async connectThrough(target) {
    await standInForCluster(target)
    return target
  },
})

test('the statements for a distributed database remove transfers, and find their keys', async () => {
  const { archive, credit, partner, query, archiveAndRemove } = await removal()

  await archiveAndRemove()
  // Caches the book, which has none of the keys.
  await credit('row-new')
  const statuses: number[] = []
  for (let no = 1; no <= CREDITS; no += 1) statuses.push((await credit(`row-${no}`)).status)

  const [opening] = await query(
    'select removed_transfers::int as removed from ledger_openings where partner_id = $1',
  )
  expect(opening.removed).toBeGreaterThan(0)
  // Removed transactions no longer have their first response.
  expect(statuses.filter((status) => status === 409)).toHaveLength(opening.removed)
  expect(statuses.filter((status) => status === 200)).toHaveLength(CREDITS - opening.removed)
  expect(await partner.funds()).toEqual({ USD: 100 - CREDITS - 1 })
  expect(await archive.verify()).toMatchObject({ balanced: true, differences: [] })
})
