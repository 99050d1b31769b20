import { Type } from 'typebox'
import type { CatalogSnapshot } from '../../catalog/mod.ts'
import { isoTime } from '../../core/mod.ts'
import { DRAFT_STATES, formatDraftId, type Draft } from '../../orders/mod.ts'
import { optionalTime } from '../response.ts'
import { Decimal, Instant, Sum, Text, Whole, YesOrNo } from '../shapes/field.ts'
import { fields } from '../shapes/fields.ts'
import { Metadata } from '../shapes/metadata.ts'
import { oneOf } from '../shapes/one-of.ts'
import { amountOf, codeOf } from '../shapes/read-member.ts'
import { view } from '../shapes/view.ts'

interface DraftWithProducts extends Draft, Pick<CatalogSnapshot, 'products'> {}

export const DraftView = view<DraftWithProducts>()(
  {
    draftId: [Text('The id of the draft'), (draft) => formatDraftId(draft.draftId)],
    state: Type.Enum([...DRAFT_STATES], {
      description:
        'WAITING for a decision; SCHEDULED: it is ordered at `placeAt`; APPROVED: it is being ' +
        'done; ORDERED: it was done; REJECTED, ' +
        'WITHDRAWN, or EXPIRED because nobody decided',
    }),
    kind: oneOf('Kind of draft', {
      ORDER: 'an order',
      LINKS: 'links that are to be sent',
      CREDIT: 'a credit of a wallet',
      CREDIT_FILE: 'a file of credits; `draftId` ends with its `importId`',
    }),
    clientReference: fields.clientReference,
    currency: [Text('The currency of the wallet that pays, as ISO 4217 code'), codeOf],
    chargedAmount: [
      Decimal(
        'The charge of the order, the value of the links, or the sum of the credits, in major ' +
          'units of `currency`. A file of credits may have more currencies: then the first one ' +
          'that needs an approval',
      ),
      amountOf('chargedMinor'),
    ],
    itemCount: Whole('Number of items of the order, of links or of credits'),
    items: [
      Type.Array(
        Type.Object({
          productId: fields.productId,
          brand: fields.brand,
          currency: Text("The product's currency, as ISO 4217 code"),
          amount: Decimal("The face value of one unit, in major units of the product's currency"),
          quantity: fields.quantity,
          itemReference: Type.Optional(fields.itemReference),
        }),
        { description: 'The items of the order, without recipients; none once it is decided' },
      ),
      itemsOf,
    ],
    metadata: Type.Optional(Metadata),
    madeBy: [
      Text('The e-mail address of the maker, or the credential'),
      (draft) => draft.madeByName,
    ],
    madeAt: [Instant('When it was made'), (draft) => isoTime(draft.madeMs)],
    expiresAt: [Instant('When it can no longer be approved'), (draft) => isoTime(draft.expiresMs)],
    placeAt: [
      Type.Optional(Instant('When it is ordered, if not at once after the approval')),
      (draft) => optionalTime(draft.placeMs),
    ],
    decidedBy: [
      Type.Optional(Text('The e-mail address of the person who decided')),
      (draft) => draft.decidedByName,
    ],
    decidedAt: [
      Type.Optional(Instant('When it was decided')),
      (draft) => optionalTime(draft.decidedMs),
    ],
    reason: Type.Optional(Text('Why')),
    orderId: Type.Optional(Text('Its order')),
    canTakeAddresses: [
      YesOrNo('True if its maker can still read the addresses of its links, once'),
      ({ kind, state, isShown }) => kind === 'LINKS' && state === 'ORDERED' && !isShown,
    ],
  },
  { title: 'Draft' },
)

/** A draft with the values of its links or credits, until it is decided. */
export const DraftDetailShape = Type.Object(
  {
    ...DraftView.schema.properties,
    linkAmounts: Type.Optional(
      Type.Array(
        Type.Object({
          amount: Decimal('Amount of each link, in major units of `currency`'),
          links: Whole('Number of links'),
          metadata: Type.Optional(Metadata),
        }),
        { description: 'The links to send, by amount and labels, without their recipients' },
      ),
    ),
    credits: Type.Optional(
      Type.Array(
        Type.Object({
          currency: fields.currency,
          amount: Sum('Sum of the credits, in major units of `currency`'),
          credits: Whole('Number of credits'),
          walletId: Type.Optional(Text('The wallet, if it is one credit')),
          description: Type.Optional(Text('The note of one credit')),
          metadata: Type.Optional(Metadata),
        }),
        { description: 'The credits that are not done yet, by currency' },
      ),
    ),
  },
  { title: 'DraftDetail' },
)

function itemsOf({ items, products, currency }: DraftWithProducts) {
  return items.map(({ productId, amount, quantity, itemReference }) => {
    const product = products.get(productId)
    const { code } = product?.currency ?? currency
    return {
      productId,
      brand: product?.brand ?? '',
      currency: code,
      amount,
      quantity,
      itemReference,
    }
  })
}

export function draftOf({ products }: CatalogSnapshot, draft: Draft) {
  return DraftView.body({ ...draft, products })
}
