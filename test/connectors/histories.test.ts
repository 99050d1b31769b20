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

/** `HISTORIES=7` runs one again, `HISTORIES=1-10000` many. */
const SEEDS = seedsOf(process.env['HISTORIES'] ?? (isLong ? '1-200' : '1-2'))

test.each(SEEDS)(
  'history %i: each paid unit is delivered once, and no other unit',
  async (seed) => {
    await world.run(seed)
  },
)
