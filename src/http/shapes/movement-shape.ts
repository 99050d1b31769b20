import { Type } from 'typebox'
import { isoTime, wireAmount } from '../../core/mod.ts'
import {
  FUNDS_KINDS,
  listMovements,
  type Movement,
  type MovementFilter,
} from '../../movements/mod.ts'
import { invalidParameter } from '../../core/mod.ts'
import { formatTransferId, type TransferName } from '../../ledger/mod.ts'
import type { Context } from '../context.ts'
import {
  optionalOneOf,
  optionalStoredCurrency,
  optionalText,
  pages,
  type QueryOf,
} from '../queries/query.ts'
import { optionalTransferName } from '../queries/query-ids.ts'
import { timeRange } from '../queries/query-times.ts'
import { continued, ok } from '../response.ts'
import { Decimal, Text } from './field.ts'
import { fields } from './fields.ts'
import { FUNDS_KIND, KINDS_OF_LINKS } from './meanings.ts'
import { LABEL, Metadata } from './metadata.ts'
import { oneOf } from './one-of.ts'
import { amountOf, codeOf } from './read-member.ts'
import { view } from './view.ts'

/**
 * One transfer of a partner's funds. `amount` is the signed change of `available` (posted less
 * held). A charge of an order posts its hold.
 */
export const MovementView = view<Movement>()(
  {
    transactionId: fields.transactionId,
    at: [fields.at, (movement) => isoTime(movement.atMs)],
    kind: oneOf('Why the money moved', FUNDS_KIND, KINDS_OF_LINKS),
    currency: [fields.currency, codeOf],
    amount: [
      Decimal('The change of `available`: `posted` less `held`, in major units of `currency`'),
      ({ postedMinor, heldMinor, currency }) => wireAmount(postedMinor - heldMinor, currency),
    ],
    available: [
      Decimal('Funds available after it, in major units of `currency`'),
      amountOf('availableMinor'),
    ],
    posted: [
      Decimal(
        'The change of the balance, in major units of `currency`; 0 for a hold and its release',
      ),
      amountOf('postedMinor'),
    ],
    held: [
      Decimal('The change of the held amount, in major units of `currency`'),
      amountOf('heldMinor'),
    ],
    reference: Type.Optional(fields.reference),
    description: [
      Type.Optional(Text('Description that the partner gave the wallet transaction')),
      // The operator's reason of a reversal or a refund is not for the partner.
      ({ walletId, memo }) => (walletId === undefined ? undefined : memo),
    ],
    metadata: Type.Optional(Metadata),
    holdId: Type.Optional(Text('The movement that made the hold')),
    orderId: Type.Optional(fields.orderId),
    walletId: Type.Optional(fields.walletId),
    caseId: Type.Optional(fields.caseId),
    depositId: Type.Optional(fields.depositId),
    faceValue: [
      Type.Optional(
        Decimal(
          'The face value of an order that price rules apply to, in major units of `currency`',
        ),
      ),
      ({ price, currency }) => price && wireAmount(price.faceMinor, currency),
    ],
    discount: [
      Type.Optional(fields.discount),
      ({ price, currency }) => price && wireAmount(price.discountMinor, currency),
    ],
    fee: [
      Type.Optional(fields.fee),
      ({ price, currency }) => price && wireAmount(price.feeMinor, currency),
    ],
  },
  { title: 'Movement' },
)

/** The fields of `meta` of a list of movements besides its pagination. */
export const aboutMovements = { archivedUntil: fields.archivedUntil }

export const movementQuery = {
  currency: optionalStoredCurrency(),
  kind: optionalOneOf(FUNDS_KINDS),
  reference: optionalText(),
  metadata: LABEL,
  ...timeRange,
  after: optionalTransferName(),
  pageSize: pages.pageSize,
} as const

/** Returns a page of the movements of a partner's funds, newest first, as `entryOf` shows them. */
export async function movementsPage<Entry>(
  { db }: Context,
  { partnerId, query }: { partnerId: number; query: QueryOf<typeof movementQuery> },
  entryOf: (movement: Movement) => Entry,
) {
  const { currency, kind, reference, from, to, pageSize } = query
  const filter: MovementFilter = {
    currency: currency?.code,
    kind,
    reference,
    label: query.metadata,
    fromMs: from,
    beforeMs: to,
    afterNo: ownNumber(partnerId, query.after),
    pageSize,
  }
  const { movements, nextNo, archivedMs } = await listMovements(db, partnerId, filter)
  const after = nextNo === undefined ? undefined : formatTransferId(partnerId, nextNo)
  const { data, meta } = continued(movements.map(entryOf), { pageSize, after })
  const archivedUntil = archivedMs === undefined ? undefined : isoTime(archivedMs)
  return ok({ data, meta: { ...meta, archivedUntil } })
}

/** Returns the number of a transfer of this partner. */
export function ownNumber(partnerId: number, name: TransferName | undefined): number | undefined {
  if (name && name.partnerId !== partnerId) {
    throw invalidParameter('after', 'must be the id of a transaction of this partner')
  }
  return name?.number
}
