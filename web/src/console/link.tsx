import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Result } from '../api/client.ts'
import { queryOf } from '../api/query.ts'
import { Act } from '../components/act.tsx'
import { FailedPage } from '../components/failed-page.tsx'
import { LinkStory } from '../components/link-story.tsx'
import { Loading } from '../components/loading.tsx'
import { Page } from '../components/page.tsx'
import { REASON } from '../components/reason.ts'
import { ShownOnce } from '../components/shown-once.tsx'
import { usePageParams } from '../components/use-page-params.ts'
import { money } from '../format/format.ts'
import { linkTexts as texts } from '../messages/en-links.ts'
import { messages } from '../messages/messages.ts'
import { useCan } from '../session/session.ts'
import { PartnerLink } from './partner-names.tsx'

const { staff } = texts
const PARENT = { label: messages.partners.title, href: '/console/partners' }
const OPEN = ['OPEN', 'PARTLY_CLAIMED']

/** A link of a partner, as support sees it: its state, and its mails. */
export function LinkPage() {
  const { linkId } = usePageParams('linkId')
  const [revealed, setRevealed] = useState<Result<'revealLink'>>()
  const { data, error, refetch } = useQuery(queryOf('getLink', { path: { linkId } }))
  if (error && !data) {
    return <FailedPage error={error} retry={() => void refetch()} parent={PARENT} />
  }
  if (!data) return <Loading />
  const { partnerId, addresses } = data
  return (
    <Page
      title={staff.one(linkId)}
      id={linkId}
      parent={{ label: texts.title, href: `/console/partners/${partnerId}/links` }}
      acts={<Acts link={data} onRevealed={setRevealed} />}
    >
      {revealed?.linkId === linkId && (
        <ShownOnce
          title={staff.handOver}
          text={staff.handOverText}
          values={[[texts.address, revealed.url]]}
          close={() => setRevealed(undefined)}
        />
      )}
      <LinkStory
        link={data}
        orders="/console/orders"
        words={staff}
        further={[
          [staff.partner, <PartnerLink key="partner" id={partnerId} />],
          [staff.addresses, String(addresses)],
        ]}
      />
    </Page>
  )
}

interface ActsProps {
  readonly link: Result<'getLink'>
  onRevealed(link: Result<'revealLink'>): void
}

function Acts({ link, onRevealed }: ActsProps) {
  const can = useCan()
  const { linkId, status, left, currency, orders, delivery, email, phone } = link
  if (!OPEN.includes(status)) return null
  const common = { path: { linkId }, fields: [REASON] }
  const rest = money(left, currency)
  return (
    <>
      {can('resendLink') && delivery !== 'NONE' && (
        <Act
          {...common}
          operation="resendLink"
          label={texts.resend}
          text={staff.resendText((delivery === 'SMS' ? phone : email) ?? '')}
          done={() => texts.resent}
        />
      )}
      {can('releaseLink') && link.reviewUntil !== undefined && (
        <Act
          {...common}
          operation="releaseLink"
          label={staff.reviews.release}
          text={staff.reviews.releaseText(rest)}
          done={() => staff.reviews.released}
        />
      )}
      {can('revealLink') && orders.length === 0 && (
        <Act
          {...common}
          operation="revealLink"
          label={staff.reveal}
          text={staff.revealText(rest)}
          done={() => staff.revealed}
          onDone={onRevealed}
          isDangerous
        />
      )}
      {can('cancelLink') && (
        <Act
          {...common}
          operation="cancelLink"
          label={texts.cancel}
          text={staff.cancelText(rest)}
          done={() => texts.cancelled}
          isDangerous
        />
      )}
    </>
  )
}
