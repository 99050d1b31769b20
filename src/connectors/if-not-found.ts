import { Type } from 'typebox'
import type { Connection } from './connections.ts'
import type { Promises } from './machine.ts'

/**
 * A setting of accounts at suppliers whose look-up may find nothing. It decides whether a person
 * then closes the purchase, or whether it is sent again. A purchase that is sent again is paid
 * twice if the first one shows up later.
 */
export const IF_NOT_FOUND = Type.Optional(
  Type.Enum(['ask', 'buyAgain'], {
    description:
      'What to do once a lost purchase should be in their reports and is not: ask a person, or ' +
      'buy it again',
  }),
)

/** Returns what the kit may conclude at this account. */
export function promisesOf({ adapter, account }: Connection): Promises {
  const { ifNotFound } = account.settings
  const { manifest } = adapter
  const isDelayUnknown =
    ifNotFound === undefined ? manifest.isDelayUnknown === true : ifNotFound === 'ask'
  return { ...manifest, ...adapter.promisesAt?.(account.settings), isDelayUnknown }
}
