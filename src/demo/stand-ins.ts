import { join } from 'node:path'
import { scaled, SHOPS, type StandIn, startStandIn } from '../stand-ins/mod.ts'

/** The stand-ins that the demo buys from. They start and stop with it. */
export interface DemoStandIns {
  readonly reloadly: StandIn
  readonly tillo: StandIn
}

/** Seven cards of 20 would cost more, so the last one of them waits for funds. */
const TILLO_FUNDS = '126'

/**
 * Starts the stand-ins. They store their sales in the data directory: otherwise open purchases
 * would wait for a person after each restart.
 */
export async function startDemoStandIns(dataDir?: string): Promise<DemoStandIns> {
  const fileOf = (name: string) => dataDir && join(dataDir, `stand-in-${name}.json`)
  const tilloShop = SHOPS.tillo.open()
  tilloShop.books.funds.set('GBP', scaled(TILLO_FUNDS))
  const [reloadly, tillo] = await Promise.all([
    startStandIn(SHOPS.reloadly.open(), { file: fileOf('reloadly') }),
    startStandIn(tilloShop, { file: fileOf('tillo') }),
  ])
  return { reloadly, tillo }
}
