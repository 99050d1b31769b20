import type { Adapter } from '../adapter.ts'
import { ding } from './ding.ts'
import { plugin } from './plugin.ts'
import { reloadly } from './reloadly.ts'
import { runa } from './runa.ts'
import { tessera } from './tessera.ts'
import { tillo } from './tillo.ts'

/** The adapters by name: a product names one as its supplier. */
export const ADAPTERS = {
  reloadly,
  tillo,
  ding,
  runa,
  plugin,
  tessera,
} as const satisfies Readonly<Record<string, Adapter>>
