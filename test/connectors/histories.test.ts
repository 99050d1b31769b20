import { afterAll, beforeAll, test } from 'vitest'
import { seedsOf } from '../faults/chaos-random.ts'
import { openFixture, type Fixture } from '../inventory/fixture.ts'
import { isLong } from '../support/length.ts'
import { openWorld, type World } from './history.ts'

let fixture: Fixture
let world: World
beforeAll(async () => {
  fixture = await openFixture()
  world = await openWorld(fixture)
})
afterAll(async () => {
  await world.close()
  await fixture.end()
})

/**
 * In 301, a cancelled purchase is sent again whenever somebody looks at it. In 447, a purchase of
 * the last unit arrives twice, and only the refusal of the second copy comes back.
 */
const KEPT = [301, 447]
/** `HISTORIES=7` runs one again, `HISTORIES=1-10000` many. */
const CHOSEN = process.env['HISTORIES']
const SEEDS =
  CHOSEN === undefined ? [...seedsOf(isLong ? '1-200' : '1-2'), ...KEPT] : seedsOf(CHOSEN)

test.each(SEEDS)(
  'history %i: each paid unit is delivered once, and no other unit',
  async (seed) => {
    await world.run(seed)
  },
)
