import { scaled, SHOPS, type StandIn, startStandIn } from '../stand-ins/mod.ts'

/** The stand-ins that the demo buys from. They end with it, and forget what they have sold. */
export interface DemoStandIns {
  readonly reloadly: StandIn
  readonly tillo: StandIn
}

/** Seven cards of 20 would cost more, so the last one of them waits for funds. */
const TILLO_FUNDS = '126'

export async function startDemoStandIns(): Promise<DemoStandIns> {
  const [reloadly, tillo] = await Promise.all([
    startStandIn(SHOPS.reloadly.open()),
    startStandIn(SHOPS.tillo.open()),
  ])
  tillo.books.funds.set('GBP', scaled(TILLO_FUNDS))
  return { reloadly, tillo }
}
