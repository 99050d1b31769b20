import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Result } from '../api/client.ts'
import { queryOf } from '../api/query.ts'
import { Act } from '../components/act.tsx'
import { FailedPage } from '../components/failed-page.tsx'
import { shownLabels } from '../components/labels.ts'
import { Instant } from '../components/instant.tsx'
import { Money } from '../components/money.tsx'
import { Loading } from '../components/loading.tsx'
import { Page } from '../components/page.tsx'
import { PlainTable } from '../components/plain-table.tsx'
import { REASON } from '../components/reason.ts'
import { Sided } from '../components/sided.tsx'
import { StatusBadge } from '../components/status-badge.tsx'
import { usePageParams } from '../components/use-page-params.ts'
import { count, money } from '../format/format.ts'
import { draftTexts as texts } from '../messages/en-shop.ts'
import { saveAddresses } from './save-addresses.ts'
import { AskOthers } from '../session/ask-others.tsx'
import { sessionQuery, useCan } from '../session/session.ts'

type Draft = Result<'getOwnDraft'>

const PARENT = { label: texts.title, href: '/portal/approvals' }
const REFRESH_MS = 10_000

/** An order that waits for an approval, and the decision. */
export function DraftPage() {
  const { draftId } = usePageParams('draftId')
  const { data, error, refetch } = useQuery({
    ...queryOf('getOwnDraft', { path: { draftId } }),
    refetchInterval: REFRESH_MS,
  })
  if (error && !data) {
    return <FailedPage error={error} retry={() => void refetch()} parent={PARENT} />
  }
  return (
    <Page
      title={data ? texts.of[data.kind].one(data.clientReference) : texts.title}
      parent={PARENT}
      acts={data && <Acts draft={data} />}
    >
      {!data && <Loading />}
      {data && <Shown draft={data} />}
    </Page>
  )
}

/** If a process ended before it placed the order of a draft, the draft may be approved again. */
const OPEN = ['WAITING', 'SCHEDULED', 'APPROVED']

function Acts({ draft }: DraftProps) {
  const { draftId, kind, state, madeBy } = draft
  const can = useCan()
  const { data: session } = useQuery(sessionQuery)
  const path = { draftId }
  const isOwn = session?.user.email === madeBy
  if (isOwn && draft.canTakeAddresses) return <TakeAddresses path={path} />
  if (!OPEN.includes(state)) return null
  if (isOwn) {
    return (
      <>
        <Act
          operation="withdrawOwnDraft"
          path={path}
          label={texts.withdraw}
          fields={[]}
          isDangerous
        />
        {wasRefused(draft) && can('retryOwnDraft') && (
          <Act
            operation="retryOwnDraft"
            path={path}
            label={texts.retry(money(draft.chargedAmount, draft.currency))}
            text={texts.retryText}
            fields={[]}
            fixed={{ chargedAmount: draft.chargedAmount }}
            done={() => texts.retried}
            isPrimary
          />
        )}
      </>
    )
  }
  if (!can('approveOwnDraft')) return null
  return (
    <>
      <Act
        operation="rejectOwnDraft"
        path={path}
        label={texts.reject}
        fields={[REASON]}
        done={() => texts.rejected}
        isDangerous
      />
      {state !== 'SCHEDULED' && (
        <Act
          operation="approveOwnDraft"
          path={path}
          label={texts.of[kind].approve(sumsOf(draft))}
          text={texts.of[kind].approveText}
          fields={[]}
          fixed={{ chargedAmount: draft.chargedAmount }}
          done={() => texts.of[kind].approved}
          isPrimary
        />
      )}
    </>
  )
}

/** True for an order that was refused at its time. */
function wasRefused({ state, placeAt, reason }: Draft): boolean {
  return (
    state === 'WAITING' &&
    reason !== undefined &&
    placeAt !== undefined &&
    Date.parse(placeAt) <= Date.now()
  )
}

/** Returns everything that leaves the funds: a file may have several currencies. */
function sumsOf({ currency, chargedAmount, credits }: Draft): string {
  if (!credits) return money(chargedAmount, currency)
  return credits.map((one) => money(one.amount, one.currency)).join(', ')
}

/** Shows the addresses of approved links once, as a file. */
function TakeAddresses({ path }: { readonly path: { readonly draftId: string } }) {
  return (
    <Act
      operation="takeOwnDraftLinks"
      path={path}
      label={texts.takeAddresses}
      text={texts.takeAddressesText}
      fields={[]}
      done={() => texts.addressesTaken}
      onDone={({ links }) => saveAddresses({ links, recipients: links })}
      isPrimary
    />
  )
}

interface DraftProps {
  readonly draft: Draft
}

function Shown({ draft }: DraftProps) {
  const can = useCan()
  const { data: session } = useQuery(sessionQuery)
  const { state, currency, items, linkAmounts, credits } = draft
  const isOwn = session?.user.email === draft.madeBy
  return (
    <Sided facts={factsOf(draft, can)}>
      {state === 'SCHEDULED' && (
        <Text c="dimmed" size="sm">
          {texts.scheduledAbout}
        </Text>
      )}
      {state === 'WAITING' && isOwn && (
        <Text c="dimmed" size="sm">
          {wasRefused(draft) ? texts.refused : texts.own}
        </Text>
      )}
      {state === 'WAITING' && !isOwn && <AskOthers operation="approveOwnDraft" act={texts.title} />}
      {items.length > 0 && <Items items={items} />}
      {linkAmounts && <LinkAmounts amounts={linkAmounts} currency={currency} />}
      {credits && <Credits credits={credits} />}
    </Sided>
  )
}

function factsOf(draft: Draft, can: ReturnType<typeof useCan>) {
  const { kind, state, currency, orderId, decidedAt } = draft
  return [
    [texts.state, <StatusBadge key="state" status={state} />],
    [
      texts.of[kind].amount,
      <Money key="amount" amount={draft.chargedAmount} currency={currency} />,
    ],
    [texts.of[kind].items, count(draft.itemCount)],
    [texts.labels, shownLabels(draft.metadata)],
    [texts.madeBy, draft.madeBy],
    [texts.madeAt, <Instant key="made" at={draft.madeAt} />],
    [texts.until, state === 'WAITING' && <Instant key="until" at={draft.expiresAt} isExact />],
    [
      texts.placeAt,
      draft.placeAt !== undefined && <Instant key="place" at={draft.placeAt} isExact />,
    ],
    [texts.decidedBy, draft.decidedBy],
    [texts.decidedAt, decidedAt !== undefined && <Instant key="at" at={decidedAt} />],
    [texts.reason, draft.reason],
    [
      texts.order,
      orderId !== undefined && (
        <Link key="order" to={`/portal/orders/${orderId}`}>
          {texts.openOrder}
        </Link>
      ),
    ],
    [
      texts.kinds.LINKS,
      kind === 'LINKS' && state === 'ORDERED' && can('listOwnLinks') && (
        <Link key="links" to={`/portal/links?reference=${draft.clientReference}`}>
          {texts.openLinks}
        </Link>
      ),
    ],
    [
      texts.kinds.CREDIT_FILE,
      kind === 'CREDIT_FILE' && can('getOwnCreditImport') && (
        <Link key="file" to={`/portal/credits/${draft.draftId.replace('drf_', '')}`}>
          {texts.openFile}
        </Link>
      ),
    ],
  ] as const
}

interface LinkAmountsProps {
  readonly amounts: NonNullable<Draft['linkAmounts']>
  readonly currency: string
}

/** The values of the links to send, with the labels of their recipients if they have any. */
function LinkAmounts({ amounts, currency }: LinkAmountsProps) {
  const haveLabels = amounts.some(({ metadata }) => metadata !== undefined)
  return (
    <PlainTable
      head={[texts.value, texts.kinds.LINKS, ...(haveLabels ? [texts.labels] : [])]}
      numbers={[0, 1]}
      rows={amounts.map(({ amount, links, metadata }) => [
        <Money key="value" amount={amount} currency={currency} />,
        count(links),
        ...(haveLabels ? [shownLabels(metadata)] : []),
      ])}
    />
  )
}

function Credits({ credits }: { readonly credits: NonNullable<Draft['credits']> }) {
  const isOne = credits.some(({ walletId }) => walletId !== undefined)
  return (
    <PlainTable
      head={[texts.amount, ...(isOne ? [texts.wallet, texts.note, texts.labels] : [texts.credits])]}
      numbers={isOne ? [0] : [0, 1]}
      rows={credits.map(({ amount, currency, credits: rows, walletId, description, metadata }) => [
        <Money key="amount" amount={amount} currency={currency} />,
        ...(isOne ? [walletId, description, shownLabels(metadata)] : [count(rows)]),
      ])}
    />
  )
}

function Items({ items }: { readonly items: Draft['items'] }) {
  const hasReferences = items.some(({ itemReference }) => itemReference !== undefined)
  return (
    <PlainTable
      head={[
        texts.product,
        texts.value,
        texts.quantity,
        ...(hasReferences ? [texts.lineReference] : []),
      ]}
      numbers={[1, 2]}
      rows={items.map(({ brand, currency, amount, quantity, itemReference }) => [
        brand,
        <Money key="value" amount={amount} currency={currency} />,
        count(quantity),
        ...(hasReferences ? [itemReference] : []),
      ])}
    />
  )
}
