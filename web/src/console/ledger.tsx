import { Act } from '../components/act.tsx'
import { List } from '../components/list.tsx'
import { Page } from '../components/page.tsx'
import { count } from '../format/format.ts'
import { systemTexts } from '../messages/en-system.ts'
import { useCan } from '../session/session.ts'

const texts = systemTexts.ledger
const REFRESH_MS = 2_000

export function LedgerPage() {
  const can = useCan()
  const start = can('startVerification') && (
    <Act
      operation="startVerification"
      label={texts.verify}
      isPrimary
      text={texts.verifyText}
      fields={[{ name: 'fromCheckpoint', label: texts.fromCheckpoint, kind: 'switch' }]}
    />
  )
  return (
    <Page title={texts.title} text={texts.about} acts={start}>
      <List
        operation="listVerifications"
        refreshEvery={REFRESH_MS}
        columns={[
          { label: texts.started, field: 'startedAt', shows: 'time' },
          { label: texts.state, field: 'state', shows: 'status' },
          { label: texts.outcome, field: 'balanced', cell: ({ balanced }) => outcomeOf(balanced) },
          {
            label: texts.partners,
            isNumber: true,
            cell: ({ partners, partnersTotal }) => `${count(partners)} / ${count(partnersTotal)}`,
          },
          { label: texts.transfers, field: 'transfers', shows: 'count' },
          { label: texts.by, field: 'actor' },
        ]}
        keyOf={({ verificationId }) => verificationId}
        empty={texts.empty}
      />
    </Page>
  )
}

function outcomeOf(isBalanced: boolean | undefined): string | undefined {
  if (isBalanced === undefined) return undefined
  return isBalanced ? texts.balanced : texts.differs
}
