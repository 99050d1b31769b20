import type { Entry } from '../api/client.ts'
import type { Column } from '../components/list.tsx'
import { readable } from '../format/format.ts'
import { messages } from '../messages/messages.ts'
import { PartnerLink } from './partner-names.tsx'
import { ProductLink } from './product-names.tsx'

const texts = messages.prices

type AnyRule = Entry<'listPriceRules'> | Entry<'listAssortmentRules'>

/** The partners and products that a price rule, or a rule of an assortment, is about. */
export const SCOPE_COLUMNS: readonly Column<
  Pick<AnyRule, 'partnerId' | 'productId' | 'brand' | 'productType' | 'currency'>
>[] = [
  {
    label: texts.partner,
    field: 'partnerId',
    cell: ({ partnerId }) => (partnerId === undefined ? texts.all : <PartnerLink id={partnerId} />),
  },
  {
    label: texts.product,
    cell: ({ productId, brand, productType }) =>
      productId === undefined ? (
        (brand ?? (productType && readable(productType)) ?? texts.all)
      ) : (
        <ProductLink id={productId} />
      ),
  },
  { label: texts.currency, field: 'currency', cell: ({ currency }) => currency ?? texts.all },
]

/** When a rule begins to apply, and who added it. */
export const ORIGIN_COLUMNS: readonly Column<Pick<AnyRule, 'effectiveAt' | 'recordedBy'>>[] = [
  { label: texts.from, field: 'effectiveAt', shows: 'exact-time' },
  { label: texts.by, field: 'recordedBy' },
]

/** Fields of the form of a rule, beside its partner and its product. */
export const SCOPE_FIELDS = [
  { name: 'brand', label: texts.brand, isOptional: true },
  { name: 'currency', label: texts.currency, kind: 'currency', isOptional: true },
] as const
