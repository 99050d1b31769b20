import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Result } from '../api/client.ts'
import { queryOf } from '../api/query.ts'
import { CodeText } from '../components/code-text.tsx'
import { IdText } from '../components/id-text.tsx'
import { Sided } from '../components/sided.tsx'
import { FailedPage } from '../components/failed-page.tsx'
import { Failure } from '../components/failure.tsx'
import { Instant } from '../components/instant.tsx'
import { List } from '../components/list.tsx'
import { Money } from '../components/money.tsx'
import { Loading } from '../components/loading.tsx'
import { Page } from '../components/page.tsx'
import { usePageParams } from '../components/use-page-params.ts'
import { count, readable } from '../format/format.ts'
import { systemTexts } from '../messages/en-system.ts'
import { PartnerLink } from './partner-names.tsx'
import { supplierPath } from './supplier-path.ts'

const texts = systemTexts.reconciliations
const PARENT = { label: texts.title, href: '/console/reconciliations' }
const STATUSES = Object.entries(texts.statuses).map(([value, label]) => ({ value, label }))

type Reconciliation = Result<'getReconciliation'>

/** A compared file, with each reference in it or in the books. Differences come first. */
export function ReconciliationPage() {
  const { reconciliationId } = usePageParams('reconciliationId')
  const path = { reconciliationId: Number(reconciliationId) }
  const { data, error, refetch } = useQuery(queryOf('getReconciliation', { path }))
  if (error && !data) {
    return <FailedPage error={error} retry={() => void refetch()} parent={PARENT} />
  }
  return (
    <Page title={texts.one(reconciliationId)} parent={PARENT}>
      {error && <Failure error={error} retry={() => void refetch()} />}
      {!data && <Loading />}
      {data && (
        <Sided facts={factsOf(data)}>
          <Items of={data} />
        </Sided>
      )}
    </Page>
  )
}

interface Props {
  readonly of: Reconciliation
}

function factsOf(of: Reconciliation) {
  const { kind, partnerId, supplier, from, to, currency } = of
  return [
    [texts.kind, readable(kind)],
    [texts.file, of.fileName !== undefined && <CodeText>{of.fileName}</CodeText>],
    [texts.of, partnerId !== undefined && <PartnerLink id={partnerId} />],
    [texts.of, supplier !== undefined && <Link to={supplierPath(supplier)}>{supplier}</Link>],
    [
      texts.period,
      <>
        <Instant at={from} isExact /> – <Instant at={to} isExact />
      </>,
    ],
    [texts.fileAmount, <Money key="file" amount={of.fileAmount} currency={currency} />],
    [texts.bookedAmount, <Money key="booked" amount={of.bookedAmount} currency={currency} />],
    [texts.difference, <Money key="rest" amount={of.difference} currency={currency} />],
    [texts.matched, count(of.matched)],
    [texts.missingHere, count(of.missingHere)],
    [texts.missingThere, count(of.missingThere)],
    [texts.differentCurrency, of.differentCurrency > 0 && count(of.differentCurrency)],
    [texts.differentAmount, count(of.differentAmount)],
    [texts.fileLines, count(of.fileLines)],
    [texts.skipped, of.skippedLines > 0 && count(of.skippedLines)],
    [texts.sha256, <CodeText key="sha256">{of.fileSha256}</CodeText>],
    [texts.made, <Instant key="made" at={of.madeAt} />],
    [texts.by, of.madeBy],
  ] as const
}

function Items({ of: { reconciliationId, kind, currency } }: Props) {
  const money = (amount: number | undefined, currencyOfItem = currency) => (
    <Money amount={amount} currency={currencyOfItem} />
  )
  return (
    <List
      operation="listItems"
      path={{ reconciliationId }}
      filters={[{ name: 'status', label: texts.status, choices: STATUSES }]}
      columns={[
        {
          label: texts.reference,
          cell: ({ reference, partnerId }) => (
            <>
              {reference}
              {partnerId !== undefined && (
                <div>
                  <PartnerLink id={partnerId} />
                </div>
              )}
            </>
          ),
        },
        { label: texts.status, field: 'status', cell: ({ status }) => texts.statuses[status] },
        {
          label: texts.fileAmount,
          isNumber: true,
          field: 'fileAmount',
          cell: ({ fileAmount, fileCurrency }) => money(fileAmount, fileCurrency),
        },
        {
          label: texts.bookedAmount,
          isNumber: true,
          field: 'bookedAmount',
          cell: ({ bookedAmount, bookedCurrency }) => money(bookedAmount, bookedCurrency),
        },
        { label: texts.line, isNumber: true, field: 'firstLine' },
        {
          label: texts.records,
          field: 'records',
          cell: ({ records }) =>
            records.map((id) => (
              <div key={id}>
                <IdText
                  id={id}
                  to={kind === 'purchases' ? `/console/orders/${id}` : `/console/trace?q=${id}`}
                />
              </div>
            )),
        },
      ]}
      keyOf={({ reference, fileCurrency }) => `${reference} ${fileCurrency ?? ''}`}
    />
  )
}
