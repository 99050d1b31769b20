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
import { usePageParams } from '../components/use-page-params.ts'
import { money } from '../format/format.ts'
import { linkTexts as texts } from '../messages/en-links.ts'
import { useCan } from '../session/session.ts'
import { AddressOnce, whomOf, type NewLinkAddress } from './links.tsx'

type LinkDetails = Result<'getOwnLink'>

const PARENT = { label: texts.title, href: '/portal/links' }
const REFRESH_MS = 10_000
const OPEN = ['OPEN', 'PARTLY_CLAIMED']

/** One link: its story, and the acts while it is open. */
export function LinkPage() {
  const { linkId } = usePageParams('linkId')
  const [replacement, setReplacement] = useState<NewLinkAddress>()
  const { data, error, refetch } = useQuery({
    ...queryOf('getOwnLink', { path: { linkId } }),
    refetchInterval: REFRESH_MS,
  })
  if (error && !data) {
    return <FailedPage error={error} retry={() => void refetch()} parent={PARENT} />
  }
  return (
    <Page
      title={data ? texts.one(whomOf(data)) : texts.title}
      parent={PARENT}
      acts={data && <Acts link={data} onReplaced={setReplacement} />}
    >
      {replacement && <AddressOnce link={replacement} close={() => setReplacement(undefined)} />}
      {!data && <Loading />}
      {data && <LinkStory link={data} orders="/portal/orders" />}
    </Page>
  )
}

interface ActsProps {
  readonly link: LinkDetails
  onReplaced(link: NewLinkAddress): void
}

function Acts({ link, onReplaced }: ActsProps) {
  const can = useCan()
  const { linkId, status, left, currency, orders, delivery } = link
  if (!OPEN.includes(status)) return null
  const path = { linkId }
  return (
    <>
      {can('resendOwnLink') && delivery !== 'NONE' && (
        <Act
          operation="resendOwnLink"
          path={path}
          label={texts.resend}
          text={texts.resendText}
          done={() => texts.resent}
        />
      )}
      {can('cancelOwnLink') && (
        <Act
          operation="cancelOwnLink"
          path={path}
          label={texts.cancel}
          text={texts.cancelText(money(left, currency))}
          fields={[{ ...REASON, isOptional: true }]}
          fixed={{}}
          done={() => texts.cancelled}
          isDangerous
        />
      )}
      {can('replaceOwnLink') && orders.length === 0 && (
        <Act
          operation="replaceOwnLink"
          path={path}
          label={texts.replace}
          text={texts.by[delivery].replaceText}
          fields={[
            { name: 'email', label: texts.newEmail, help: texts.newEmailHelp, isOptional: true },
            { name: 'phone', label: texts.newPhone, help: texts.newEmailHelp, isOptional: true },
          ]}
          fixed={{}}
          done={() => texts.replaced}
          onDone={onReplaced}
        />
      )}
    </>
  )
}
