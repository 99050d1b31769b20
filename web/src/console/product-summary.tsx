import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Entry } from '../api/client.ts'
import { queryOf } from '../api/query.ts'
import { Details } from '../components/details.tsx'
import { StatusBadge } from '../components/status-badge.tsx'
import { fieldName } from '../format/field-name.ts'
import { count, readable } from '../format/format.ts'
import { stockTexts } from '../messages/en-stock.ts'
import { messages } from '../messages/messages.ts'
import { useCan } from '../session/session.ts'

const texts = messages.catalog

type Product = Entry<'listProducts'>

/** Shows what partners can order of a product, with a link to its price rules. */
export function ProductSummary({ productId }: { readonly productId: number }) {
  const can = useCan()
  const { data } = useQuery({
    ...queryOf('getProduct', { path: { productId } }),
    enabled: can('getProduct'),
  })
  if (!data) return null
  const { productType, currency, recipientFields, codeNamespace } = data
  return (
    <Details
      of={[
        [texts.state, <ProductState key="state" product={data} />],
        [texts.type, readable(productType)],
        [texts.currency, currency],
        [texts.amounts, amountsOf(data)],
        [stockTexts.recipient, recipientFields.map(({ name }) => fieldName(name)).join(', ')],
        [stockTexts.codeNamespace, codeNamespace],
        [
          messages.prices.title,
          can('listPriceRules') && (
            <Link key="prices" to={`/console/prices?productId=${productId}`}>
              {stockTexts.ownPrices}
            </Link>
          ),
        ],
      ]}
    />
  )
}

export function ProductState({ product: { active } }: { readonly product: Product }) {
  return (
    <StatusBadge status={active ? 'ACTIVE' : texts.inactive} color={active ? 'green' : 'gray'} />
  )
}

/** Returns the face values that can be ordered, as a text. */
export function amountsOf({ fixedAmounts, minAmount = 0, maxAmount = 0 }: Product): string {
  return fixedAmounts
    ? fixedAmounts.map(count).join(' · ')
    : `${count(minAmount)} – ${count(maxAmount)}`
}
