import type { DataKey } from './key-wraps.ts'

/** The keys that imported codes are sealed and hashed with. They can be sent to a thread. */
export interface CodeKeys {
  readonly codes: DataKey
  readonly blindIndex: DataKey
}
