/** Servers that behave as suppliers' documentation says, to try connectors without an account. */
import { DING_SECRETS, dingShop } from './ding.ts'
import { PLUGIN_SECRETS, pluginShop } from './plugin.ts'
import { RELOADLY_SECRETS, reloadlyShop } from './reloadly.ts'
import { RUNA_SECRETS, runaShop } from './runa.ts'
import type { Shop } from './stand-in.ts'
import { TILLO_SECRETS, tilloShop } from './tillo.ts'

export { scaled } from './books.ts'
export { type StandIn, startStandIn } from './stand-in.ts'

interface ShopEntry {
  readonly secrets: Readonly<Record<string, string>>
  /** `switches` choose its behavior where the supplier's documentation is silent. */
  open(switches?: Readonly<Record<string, string | number>>): Shop
}

export type ShopName = 'reloadly' | 'tillo' | 'ding' | 'runa' | 'plugin'

/** The stand-ins by the names of the adapters. */
export const SHOPS: Readonly<Record<ShopName, ShopEntry>> = {
  reloadly: { secrets: RELOADLY_SECRETS, open: reloadlyShop },
  tillo: { secrets: TILLO_SECRETS, open: tilloShop },
  ding: { secrets: DING_SECRETS, open: dingShop },
  runa: { secrets: RUNA_SECRETS, open: runaShop },
  plugin: { secrets: PLUGIN_SECRETS, open: pluginShop },
}
