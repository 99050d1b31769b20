import { CodeText } from '../components/code-text.tsx'
import { List } from '../components/list.tsx'
import { Page } from '../components/page.tsx'
import { TIME_FILTERS } from '../components/time-filters.ts'
import { systemTexts } from '../messages/en-system.ts'
import { CompareFile } from './compare-file.tsx'

const texts = systemTexts.reconciliations

export function ReconciliationsPage() {
  return (
    <Page title={texts.title} text={texts.about}>
      <CompareFile />
      <List
        operation="listReconciliations"
        filters={[
          { name: 'kind', label: texts.kind, choices: ['deposits', 'purchases'] },
          ...TIME_FILTERS,
        ]}
        columns={[
          { label: texts.id, field: 'reconciliationId' },
          { label: texts.kind, field: 'kind', shows: 'word' },
          {
            label: texts.file,
            field: 'fileName',
            cell: ({ fileName }) => <CodeText>{fileName}</CodeText>,
          },
          { label: texts.matched, field: 'matched', shows: 'count' },
          { label: texts.missingHere, field: 'missingHere', shows: 'count' },
          { label: texts.missingThere, field: 'missingThere', shows: 'count' },
          { label: texts.difference, field: 'difference', shows: 'amount' },
          { label: texts.made, field: 'madeAt', shows: 'time' },
          { label: texts.by, field: 'madeBy' },
        ]}
        keyOf={({ reconciliationId }) => reconciliationId}
        hrefOf={({ reconciliationId }) => `/console/reconciliations/${reconciliationId}`}
        empty={texts.empty}
      />
    </Page>
  )
}
