import { Type } from 'typebox'
import type { CatalogSnapshot } from '../../catalog/mod.ts'
import { isoTime, wireAmount } from '../../core/mod.ts'
import { DRAFT_STATES, formatDraftId, type Draft } from '../../orders/mod.ts'
import { optionalTime } from '../response.ts'
import { Decimal, Instant, Sum, Text, Whole } from '../shapes/field.ts'
import { fields } from '../shapes/fields.ts'
import { oneOf } from '../shapes/one-of.ts'

export const DraftShape = Type.Object(
  {
    draftId: Text('The id of the draft'),
    state: Type.Enum([...DRAFT_STATES], {
      description:
        'WAITING for a decision; APPROVED: it is being done; ORDERED: it was done; REJECTED, ' +
        'WITHDRAWN, or EXPIRED because nobody decided',
    }),
    kind: oneOf('What waits', {
      ORDER: 'an order',
      LINKS: 'links that are to be sent',
      CREDIT: 'a credit of a wallet',
      CREDIT_FILE: 'a file of credits; the other part of `draftId` is its `importId`',
    }),
    clientReference: fields.clientReference,
    currency: Text('The currency of the wallet that pays, as ISO 4217 code'),
    chargedAmount: Decimal(
      'What the order would be charged, the links set aside, or is credited, in major units of ' +
        '`currency`; of a file, in the first currency that needs an approval',
    ),
    itemCount: Whole('How many items of the order, links or credits'),
    items: Type.Array(
      Type.Object({
        productId: fields.productId,
        brand: fields.brand,
        currency: Text("The product's currency, as ISO 4217 code"),
        amount: Decimal("The face value of one unit, in major units of the product's currency"),
        quantity: fields.quantity,
        itemReference: Type.Optional(fields.itemReference),
      }),
      { description: 'What would be ordered, without recipients; none once that is decided' },
    ),
    madeBy: Text('The e-mail address of whoever made it'),
    madeAt: Instant('When it was made'),
    expiresAt: Instant('Until when it can be approved'),
    decidedBy: Type.Optional(Text('The e-mail address of whoever decided')),
    decidedAt: Type.Optional(Instant('When that was decided')),
    reason: Type.Optional(Text('Why')),
    orderId: Type.Optional(Text('Its order')),
    canTakeAddresses: Type.Boolean({
      description: 'Whether whoever made it may have the addresses of its links shown, once',
    }),
  },
  { title: 'Draft' },
)

/** A draft with the values of its links or credits, until it is decided. */
export const DraftDetailShape = Type.Object(
  {
    ...DraftShape.properties,
    linkAmounts: Type.Optional(
      Type.Array(
        Type.Object({
          amount: Decimal('What each of them is worth, in major units of `currency`'),
          links: Whole('How many links'),
        }),
        { description: 'The links to send, by amount, without their recipients' },
      ),
    ),
    credits: Type.Optional(
      Type.Array(
        Type.Object({
          currency: fields.currency,
          amount: Sum('What is credited, in major units of `currency`'),
          credits: Whole('How many credits'),
          walletId: Type.Optional(Text('The wallet, if it is one credit')),
          description: Type.Optional(Text('The note of one credit')),
        }),
        { description: 'What is credited, by currency, and is not credited yet' },
      ),
    ),
  },
  { title: 'DraftDetail' },
)

export function draftOf({ products }: CatalogSnapshot, draft: Draft) {
  return {
    draftId: formatDraftId(draft.draftId),
    kind: draft.kind,
    state: draft.state,
    clientReference: draft.clientReference,
    currency: draft.currency.code,
    chargedAmount: wireAmount(draft.chargedMinor, draft.currency),
    itemCount: draft.itemCount,
    items: draft.items.map(({ productId, amount, quantity, itemReference }) => ({
      productId,
      brand: products.get(productId)?.brand ?? '',
      currency: products.get(productId)?.currency.code ?? draft.currency.code,
      amount,
      quantity,
      ...(itemReference !== undefined && { itemReference }),
    })),
    madeBy: draft.madeByName,
    madeAt: isoTime(draft.madeMs),
    expiresAt: isoTime(draft.expiresMs),
    decidedBy: draft.decidedByName,
    decidedAt: optionalTime(draft.decidedMs),
    reason: draft.reason,
    orderId: draft.orderId,
    canTakeAddresses: draft.kind === 'LINKS' && draft.state === 'ORDERED' && !draft.isShown,
  }
}
