import type { DataKey } from './key-wraps.ts'

/** The keys that imported codes are sealed and recognised with; a thread can be sent them. */
export interface CodeKeys {
  readonly codes: DataKey
  readonly blindIndex: DataKey
}
