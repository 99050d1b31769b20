import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { List } from '../components/list.tsx'
import { Page } from '../components/page.tsx'
import { TIME_FILTERS } from '../components/time-filters.ts'
import { creditTexts as texts } from '../messages/en-credits.ts'
import { useCan } from '../session/session.ts'
import { CreditTemplate } from './credit-file.tsx'

const REFRESH_MS = 5_000
const STATES = ['CHECKING', 'REJECTED', 'CHECKED', 'RUNNING', 'STOPPED', 'CANCELLED', 'DONE']

/** The files of credits of the partner. */
export function CreditsPage() {
  const can = useCan()
  return (
    <Page
      title={texts.title}
      text={texts.about}
      acts={
        can('checkOwnCredits') && (
          <>
            <CreditTemplate />
            <Button component={Link} to="/portal/credits/new" size="xs">
              {texts.open}
            </Button>
          </>
        )
      }
    >
      <List
        operation="listOwnCreditImports"
        filters={[{ name: 'state', label: texts.state, choices: STATES }, ...TIME_FILTERS]}
        columns={[
          { label: texts.reference, field: 'fileReference' },
          { label: texts.state, field: 'state', shows: 'status' },
          { label: texts.rows, field: 'rows', shows: 'count' },
          { label: texts.credited, field: 'credited', shows: 'count' },
          { label: texts.actor, field: 'actor' },
          { label: texts.created, field: 'createdAt', shows: 'time' },
        ]}
        keyOf={({ importId }) => importId}
        hrefOf={({ importId }) => `/portal/credits/${importId}`}
        refreshEvery={REFRESH_MS}
        empty={texts.emptyText}
      />
    </Page>
  )
}
