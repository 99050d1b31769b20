import { Group } from '@mantine/core'
import type { Entry } from '../api/client.ts'
import type { Field } from '../components/act-fields.ts'
import { Act } from '../components/act.tsx'
import type { BulkAct } from '../components/bulk-act.ts'
import classes from '../components/components.module.css'
import { IdText } from '../components/id-text.tsx'
import { List } from '../components/list.tsx'
import { Page } from '../components/page.tsx'
import { OPTIONAL_REASON, REASON } from '../components/reason.ts'
import { TIME_FILTERS } from '../components/time-filters.ts'
import { money, readable } from '../format/format.ts'
import { sumOf } from '../format/sum.ts'
import { messages } from '../messages/messages.ts'
import { AskOthers } from '../session/ask-others.tsx'
import { useCan } from '../session/session.ts'
import { PartnerLink, usePartnerFilter } from './partner-names.tsx'

const texts = messages.cases

export function CasesPage() {
  const partner = usePartnerFilter()
  return (
    <Page title={texts.title} text={texts.about}>
      <AskOthers operation="acceptCase" act={texts.acceptOrReject} />
      <List
        operation="listCases"
        filters={[
          { name: 'state', label: texts.state, choices: ['REQUESTED', 'DONE', 'REJECTED'] },
          { name: 'kind', label: texts.kind, choices: ['refund', 'replace', 'block'] },
          partner,
          ...TIME_FILTERS,
        ]}
        columns={[
          { label: texts.one, field: 'caseId' },
          { label: texts.state, field: 'state', shows: 'status' },
          { label: texts.kind, field: 'kind', shows: 'word' },
          {
            label: texts.partner,
            field: 'partnerId',
            cell: ({ partnerId }) => <PartnerLink id={partnerId} />,
          },
          {
            label: texts.item,
            cell: ({ orderId, itemNo }) => (
              <span className={classes.address}>
                <IdText id={orderId} to={`/console/orders/${orderId}`} /> {itemNo}
              </span>
            ),
          },
          { label: texts.amount, field: 'amount', shows: 'amount' },
          { label: texts.reason, field: 'reason' },
          { label: texts.opened, field: 'openedAt', shows: 'time' },
          { label: texts.decide, cell: (row) => <DecideCase {...row} /> },
        ]}
        bulk={DECIDE_MANY}
        keyOf={({ caseId }) => caseId}
        empty={texts.empty}
      />
    </Page>
  )
}

/** Asks for the acknowledgement that irrevocable items require. */
export const ACKNOWLEDGED: Field<'acknowledged'> = {
  name: 'acknowledged',
  label: texts.acknowledged,
  kind: 'switch',
}

type Case = Entry<'listCases'>

/** The common part of decisions about several cases. Each decision is a request of its own. */
const OF_MANY = {
  isLeaving: true,
  isFor: ({ state }: Case) => state === 'REQUESTED',
  nameOf: ({ caseId, kind, orderId, itemNo }: Case) =>
    `${caseId} · ${readable(kind)} · ${orderId}/${itemNo}`,
  inputOf: ({ caseId }: Case) => ({ path: { caseId } }),
} as const

const DECIDE_MANY: readonly BulkAct<Case>[] = [
  {
    ...OF_MANY,
    operation: 'acceptCase',
    label: texts.accept,
    text: texts.acceptManyText,
    fields: [OPTIONAL_REASON, ACKNOWLEDGED],
    outlook: amountsOf,
  },
  {
    ...OF_MANY,
    operation: 'rejectCase',
    label: texts.reject,
    text: texts.rejectManyText,
    fields: [REASON],
    isDangerous: true,
  },
]

/** Returns a text with the sum of all refunds, by currency. */
function amountsOf(cases: readonly Case[]): string {
  const refunds = cases.flatMap(({ amount, currency }) =>
    amount === undefined || currency === undefined ? [] : [{ amount, currency }],
  )
  const currencies = [...new Set(refunds.map(({ currency }) => currency))].toSorted()
  const sums = currencies.map((code) => {
    const amounts = refunds.filter(({ currency }) => currency === code)
    return money(sumOf(amounts.map(({ amount }) => amount)), code)
  })
  return sums.length === 0 ? texts.acceptNoRefunds : texts.acceptRefunds(sums.join(' + '))
}

/** The decision about a case that somebody asked for. */
export function DecideCase({ caseId, state }: Pick<Entry<'listCases'>, 'caseId' | 'state'>) {
  const can = useCan()
  if (state !== 'REQUESTED') return null
  return (
    <Group gap={4} wrap="nowrap">
      {can('acceptCase') && (
        <Act
          operation="acceptCase"
          path={{ caseId }}
          label={texts.accept}
          fields={[OPTIONAL_REASON, ACKNOWLEDGED]}
        />
      )}
      {can('rejectCase') && (
        <Act
          operation="rejectCase"
          path={{ caseId }}
          label={texts.reject}
          fields={[REASON]}
          isDangerous
        />
      )}
    </Group>
  )
}
