import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../api/query.ts'
import { Act } from '../components/act.tsx'
import { CodeText } from '../components/code-text.tsx'
import { Failure } from '../components/failure.tsx'
import { List } from '../components/list.tsx'
import { Loading } from '../components/loading.tsx'
import { Page } from '../components/page.tsx'
import { Part } from '../components/part.tsx'
import { PlainTable } from '../components/plain-table.tsx'
import { OPTIONAL_REASON } from '../components/reason.ts'
import { StatusBadge } from '../components/status-badge.tsx'
import { count } from '../format/format.ts'
import { consoleTexts } from '../messages/en-console.ts'
import { useCan } from '../session/session.ts'

const texts = consoleTexts.keys

/** The keys that seal codes, secrets and names. */
export function KeysPage() {
  const can = useCan()
  return (
    <Page title={texts.title} text={texts.about} acts={can('rotateKeys') && <Rotate />}>
      <MasterKeys />
      <Part title={texts.data}>
        <List
          operation="listKeys"
          columns={[
            { label: texts.id, field: 'keyId' },
            { label: texts.purpose, field: 'purpose', shows: 'word' },
            { label: texts.use, field: 'use', shows: 'status' },
            { label: texts.created, field: 'createdAt', shows: 'time' },
            {
              label: texts.masters,
              field: 'masterIds',
              cell: ({ masterIds }) => <CodeText>{masterIds.join(', ')}</CodeText>,
            },
          ]}
          keyOf={({ keyId }) => keyId}
        />
      </Part>
    </Page>
  )
}

function Rotate() {
  return (
    <Act
      operation="rotateKeys"
      label={texts.rotate}
      text={texts.rotateText}
      fields={[
        { name: 'scope', label: texts.scope, kind: 'choice', choices: texts.scopes },
        {
          name: 'purpose',
          label: texts.purpose,
          kind: 'choice',
          choices: texts.purposes,
          help: texts.allPurposes,
          isOptional: true,
        },
        OPTIONAL_REASON,
      ]}
    />
  )
}

function MasterKeys() {
  const can = useCan()
  const { data, error, refetch } = useQuery(queryOf('listMasterKeys'))
  return (
    <Part title={texts.master}>
      {error && <Failure error={error} retry={() => void refetch()} />}
      {!data && !error && <Loading lines={2} />}
      {data && (
        <PlainTable
          head={[texts.id, texts.use, texts.wraps, consoleTexts.acts]}
          rows={data.map(({ masterId, use, wraps, keys }) => [
            <CodeText key="id">{masterId}</CodeText>,
            <StatusBadge key="use" status={use} />,
            texts.of(count(wraps), count(keys)),
            can('retireMasterKey') && use !== 'PRESENT' && wraps > 0 && (
              <Act
                key="retire"
                operation="retireMasterKey"
                path={{ masterId }}
                label={texts.retire}
                text={texts.retireText(masterId)}
                fields={[OPTIONAL_REASON]}
                isDangerous
              />
            ),
          ])}
        />
      )}
    </Part>
  )
}
