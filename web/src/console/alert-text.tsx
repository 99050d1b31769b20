import { Link } from '@tanstack/react-router'
import { CodeText } from '../components/code-text.tsx'
import { Instant } from '../components/instant.tsx'
import { TargetLink } from '../components/target-link.tsx'
import { namedSubject, partsOfAlert, type AlertPart } from '../format/alert-text.ts'
import { readable } from '../format/format.ts'
import { pageOfTarget } from '../format/page-of-target.ts'
import { messages } from '../messages/messages.ts'
import { usePartnerName } from './partner-names.tsx'
import { ProductName } from './product-names.tsx'

/** The message of an alert: times are the reader's, and what it names has a link. */
export function AlertText({ message }: { readonly message: string }) {
  return partsOfAlert(message).map((part, at) => <Part key={at} part={part} />)
}

function Part({ part }: { readonly part: AlertPart }) {
  if (typeof part === 'string') return part
  if ('status' in part) return readable(part.status)
  if ('at' in part) return <Instant at={part.at} />
  if ('partnerId' in part) return <Named target={`partner:${part.partnerId}`} />
  if ('productId' in part) return <Named target={`product:${part.productId}`} />
  return (
    <Link to={`/console/orders/${part.orderId}`}>
      <CodeText>{part.orderId}</CodeText>
    </Link>
  )
}

/** What an alert is about, by its name if it has one, with a link to its page. */
export function Named({ target }: { readonly target: string }) {
  const named = namedSubject(target)
  const page = pageOfTarget(target)
  if (!named || page === undefined) return <TargetLink target={target} />
  return (
    <>
      <Link to={page}>
        <TargetName target={target} />
      </Link>
      {named.further !== undefined && ` · ${named.further}`}
    </>
  )
}

/** The name of a partner or a product; nothing for other targets. */
export function TargetName({ target }: { readonly target: string }) {
  const { partnerId, productId } = namedSubject(target) ?? {}
  const partnerName = usePartnerName(partnerId)
  if (partnerId !== undefined) return partnerName ?? messages.partners.one(partnerId)
  return productId !== undefined && <ProductName id={productId} />
}
