import { Group } from '@mantine/core'
import { file as readFile, type Entry } from '../api/client.ts'
import { Act } from '../components/act.tsx'
import { fileName } from '../components/file-name.ts'
import { List } from '../components/list.tsx'
import { SaveButton } from '../components/save-button.tsx'
import { TIME_FILTERS } from '../components/time-filters.ts'
import { count } from '../format/format.ts'
import { creditTexts as texts } from '../messages/en-credits.ts'
import { consoleTexts } from '../messages/en-console.ts'
import { fileTexts } from '../messages/en-exports.ts'
import { useCan } from '../session/session.ts'
import { CheckCredits } from './check-credits.tsx'
import { CreditsLeft } from './credits-left.tsx'

type Import = Entry<'listCreditImports'>

const REFRESH_MS = 5_000
const STATES = ['CHECKING', 'REJECTED', 'CHECKED', 'RUNNING', 'STOPPED', 'CANCELLED', 'DONE']
const STARTABLE: readonly Import['state'][] = ['CHECKED', 'STOPPED']
const WITH_REPORT: readonly Import['state'][] = ['REJECTED', 'STOPPED', 'CANCELLED', 'DONE']

interface Props {
  readonly partnerId: number
}

/** The files of credits of a partner, how far they are, and what can be done with each. */
export function PartnerCredits({ partnerId }: Props) {
  const can = useCan()
  return (
    <>
      {can('checkCredits') && <CheckCredits partnerId={partnerId} />}
      <List
        operation="listCreditImports"
        path={{ partnerId }}
        filters={[{ name: 'state', label: texts.state, choices: STATES }, ...TIME_FILTERS]}
        columns={[
          { label: texts.reference, field: 'fileReference' },
          { label: texts.state, field: 'state', shows: 'status' },
          { label: texts.rows, field: 'rows', shows: 'count' },
          { label: texts.credited, field: 'credited', shows: 'count' },
          { label: texts.refused, field: 'refused', shows: 'count' },
          { label: texts.actor, field: 'actor' },
          { label: texts.created, field: 'createdAt', shows: 'time' },
          {
            label: consoleTexts.acts,
            cell: (file) => <Acts partnerId={partnerId} file={file} />,
          },
        ]}
        keyOf={({ importId }) => importId}
        refreshEvery={REFRESH_MS}
        empty={texts.emptyText}
      />
    </>
  )
}

function Acts({ partnerId, file }: Props & { readonly file: Import }) {
  const can = useCan()
  const { importId, state, dryRun, fileReference, rows } = file
  const path = { partnerId, importId }
  const isStartable = STARTABLE.includes(state) && !dryRun
  return (
    <Group gap={4} wrap="nowrap">
      {can('startCredits') && isStartable && (
        <Act
          operation="startCredits"
          path={path}
          label={state === 'STOPPED' ? texts.goOn : texts.start}
          text={
            <CreditsLeft
              path={path}
              text={consoleTexts.credits.start(fileReference, count(rows))}
            />
          }
          done={() => texts.isStarted}
        />
      )}
      {can('cancelCredits') && (isStartable || state === 'RUNNING') && (
        <Act
          operation="cancelCredits"
          path={path}
          label={texts.cancel}
          text={`${fileReference}: ${texts.cancelText}`}
          done={() => texts.isCancelled}
          isDangerous
        />
      )}
      {WITH_REPORT.includes(state) && (
        <SaveButton
          label={texts.report}
          name={fileName({ holds: fileTexts.credits, subjects: [importId], extension: 'csv' })}
          read={() => readFile('creditReport', { path })}
        />
      )}
    </Group>
  )
}
