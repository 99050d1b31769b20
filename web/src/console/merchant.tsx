import { Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, type Entry } from '../api/client.ts'
import { Act } from '../components/act.tsx'
import { CodeText } from '../components/code-text.tsx'
import { FailedPage, NotFoundPage } from '../components/failed-page.tsx'
import { List } from '../components/list.tsx'
import { Money } from '../components/money.tsx'
import { Loading } from '../components/loading.tsx'
import { Page } from '../components/page.tsx'
import { Part } from '../components/part.tsx'
import { OPTIONAL_REASON } from '../components/reason.ts'
import { StatusBadge } from '../components/status-badge.tsx'
import { usePageParams } from '../components/use-page-params.ts'
import { merchantTexts as texts } from '../messages/en-merchants.ts'
import { credentialTexts } from '../messages/en-credentials.ts'
import { useCan } from '../session/session.ts'
import { IssuedCredential, ROTATION_FIELDS, type NewCredential } from './partner-credentials.tsx'

const credentials = credentialTexts
const PARENT = { label: texts.title, href: '/console/merchants' }
/** Merchants are few: all of them are read to find one. */
const PAGE_SIZE = 100

type Merchant = Entry<'listMerchants'>

async function findMerchant(id: number, signal: AbortSignal): Promise<Merchant | null> {
  for (let page = 1; ; page += 1) {
    const query = { page, pageSize: PAGE_SIZE }
    const merchants = await call('listMerchants', { query, signal })
    const merchant = merchants.find(({ merchantId }) => merchantId === id)
    if (merchant || merchants.length < PAGE_SIZE) return merchant ?? null
  }
}

/** A shop: its credentials, and what it redeemed. */
export function MerchantPage() {
  const merchantId = Number(usePageParams('merchantId').merchantId)
  const { data, error, refetch } = useQuery({
    queryKey: ['listMerchants', merchantId],
    queryFn: ({ signal }) => findMerchant(merchantId, signal),
  })
  if (error && !data) {
    return <FailedPage error={error} retry={() => void refetch()} parent={PARENT} />
  }
  if (data === undefined) return <Loading />
  if (data === null) return <NotFoundPage parent={PARENT} />
  return (
    <Page
      title={data.name}
      parent={PARENT}
      text={<StatusBadge status={data.status} />}
      acts={<StatusAct merchant={data} />}
    >
      <Credentials merchant={data} />
      <Calls merchantId={merchantId} />
    </Page>
  )
}

interface Props {
  readonly merchant: Merchant
}

function StatusAct({ merchant: { merchantId, name, status } }: Props) {
  const can = useCan()
  if (!can('updateMerchant')) return null
  const path = { merchantId }
  const isActive = status === 'ACTIVE'
  return (
    <Act
      operation="updateMerchant"
      path={path}
      label={isActive ? texts.disable : texts.enable}
      text={isActive ? texts.disableText(name) : texts.enableText(name)}
      fixed={{ status: isActive ? 'DISABLED' : 'ACTIVE' }}
      fields={[OPTIONAL_REASON]}
      isDangerous={isActive}
      done={() => (isActive ? texts.disabled : texts.enabled)}
      undo={() => call('updateMerchant', { path, body: { status } })}
    />
  )
}

/** The credentials of a merchant. Secrets are shown once, after they were created. */
function Credentials({ merchant: { merchantId, status } }: Props) {
  const can = useCan()
  const [issued, setIssued] = useState<NewCredential>()
  const path = { merchantId }
  return (
    <Part title={texts.credentials} text={texts.credentialsText}>
      {issued && (
        <IssuedCredential
          credential={issued}
          text={texts.once}
          close={() => setIssued(undefined)}
        />
      )}
      {can('issueMerchantCredential') && status === 'ACTIVE' && (
        <Group>
          <Act
            operation="issueMerchantCredential"
            path={path}
            label={credentials.issue}
            text={texts.issueText}
            isPrimary
            fields={[{ name: 'label', label: credentials.label, isOptional: true }]}
            done={() => credentials.issued}
            onDone={setIssued}
          />
        </Group>
      )}
      <List
        operation="listMerchantCredentials"
        path={path}
        scope={{ name: 'credentials', label: texts.credentials }}
        columns={[
          { label: credentials.clientId, field: 'clientId', shows: 'id' },
          { label: credentials.label, field: 'label' },
          { label: credentials.state, field: 'state', shows: 'status' },
          { label: texts.createdAt, field: 'createdAt', shows: 'time' },
          { label: texts.expiresAt, field: 'expiresAt', shows: 'time' },
          {
            label: credentials.acts,
            acts: ['rotateMerchantCredential', 'revokeMerchantCredential'],
            cell: ({ clientId, state }) =>
              state === 'ACTIVE' && (
                <CredentialActs path={{ merchantId, clientId }} onIssued={setIssued} />
              ),
          },
        ]}
        keyOf={({ clientId }) => clientId}
        empty={credentials.empty}
      />
    </Part>
  )
}

interface ActsProps {
  readonly path: { readonly merchantId: number; readonly clientId: string }
  onIssued(credential: NewCredential): void
}

function CredentialActs({ path, onIssued }: ActsProps) {
  const can = useCan()
  return (
    <Group gap={4}>
      {can('rotateMerchantCredential') && (
        <Act
          operation="rotateMerchantCredential"
          path={path}
          label={credentials.rotate}
          text={credentials.rotateText}
          fields={ROTATION_FIELDS}
          done={() => credentials.issued}
          onDone={onIssued}
        />
      )}
      {can('revokeMerchantCredential') && (
        <Act
          operation="revokeMerchantCredential"
          path={path}
          label={credentials.revoke}
          text={credentials.revokeText}
          fields={[OPTIONAL_REASON]}
          isDangerous
        />
      )}
    </Group>
  )
}

function Calls({ merchantId }: { readonly merchantId: number }) {
  return (
    <Part title={texts.calls} text={texts.callsText}>
      <List
        operation="listMerchantCalls"
        path={{ merchantId }}
        scope={{ name: 'calls', label: texts.calls }}
        columns={[
          { label: texts.at, field: 'createdAt', shows: 'exact-time' },
          { label: texts.kind, field: 'kind', shows: 'word' },
          {
            label: texts.amount,
            isNumber: true,
            field: 'amount',
            cell: ({ amount, currency }) =>
              amount !== undefined &&
              currency !== undefined && <Money amount={amount} currency={currency} />,
          },
          {
            label: texts.reference,
            field: 'reference',
            cell: ({ reference }) => <CodeText>{reference}</CodeText>,
          },
          { label: texts.reversed, field: 'reversedAt', shows: 'exact-time' },
        ]}
        keyOf={({ callNo }) => String(callNo)}
        empty={texts.noCalls}
      />
    </Part>
  )
}
