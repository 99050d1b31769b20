import { Link } from '@tanstack/react-router'
import { IdText } from '../components/id-text.tsx'
import { Instant } from '../components/instant.tsx'
import { TargetLink } from '../components/target-link.tsx'
import { messageOf } from '../format/alert-message.ts'
import {
  partnerOrProductOf,
  partsOfAlert,
  type AlertPart,
  type AlertTexts,
} from '../format/alert-text.ts'
import { readable, sentence } from '../format/format.ts'
import { pageOfTarget } from '../format/page-of-target.ts'
import { stockTexts } from '../messages/en-stock.ts'
import { messages } from '../messages/messages.ts'
import { usePartnerName } from './partner-names.tsx'
import { ProductName } from './product-names.tsx'

/** The message of an alert, with times in the reader's zone, and a link to what it is about. */
export function AlertText({ alert }: { readonly alert: AlertTexts & { readonly kind: string } }) {
  return partsOfAlert({ ...alert, message: messageOf(alert) }).map((part, at) => (
    <Part key={at} part={at === 0 && typeof part === 'string' ? sentence(part) : part} />
  ))
}

function Part({ part }: { readonly part: AlertPart }) {
  if (typeof part === 'string') return part
  if ('status' in part) return readable(part.status)
  if ('at' in part) return <Instant at={part.at} isExact />
  if ('partnerId' in part) return <SubjectLink subject={`partner:${part.partnerId}`} />
  if ('productId' in part) return <SubjectLink subject={`product:${part.productId}`} />
  return <IdText id={part.orderId} to={`/console/orders/${part.orderId}`} />
}

/** Links to the subject of an alert. Partners and products are shown by name. */
export function SubjectLink({ subject }: { readonly subject: string }) {
  const found = partnerOrProductOf(subject)
  const page = pageOfTarget(subject)
  if (!found || page === undefined) return <TargetLink target={subject} />
  return (
    <>
      <Link to={page}>
        <SubjectName subject={subject} />
      </Link>
      {found.further !== undefined && ` · ${found.further}`}
    </>
  )
}

/** The name of a partner or a product; nothing for other subjects. */
export function SubjectName({ subject }: { readonly subject: string }) {
  const { partnerId, productId } = partnerOrProductOf(subject) ?? {}
  const partnerName = usePartnerName(partnerId)
  if (partnerId !== undefined) return partnerName ?? messages.partners.one(partnerId)
  if (productId === undefined) return null
  return <ProductName id={productId} unnamed={stockTexts.product(productId)} />
}
