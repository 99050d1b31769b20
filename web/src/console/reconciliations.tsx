import { CodeText } from '../components/code-text.tsx'
import { Instant } from '../components/instant.tsx'
import { List } from '../components/list.tsx'
import { Money } from '../components/money.tsx'
import { Page } from '../components/page.tsx'
import { TIME_FILTERS } from '../components/time-filters.ts'
import { count, readable } from '../format/format.ts'
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
          { label: texts.kind, field: 'kind', cell: ({ kind }) => readable(kind) },
          {
            label: texts.file,
            field: 'fileName',
            cell: ({ fileName }) => <CodeText>{fileName}</CodeText>,
          },
          {
            label: texts.matched,
            isNumber: true,
            field: 'matched',
            cell: ({ matched }) => count(matched),
          },
          {
            label: texts.missingHere,
            isNumber: true,
            field: 'missingHere',
            cell: ({ missingHere }) => count(missingHere),
          },
          {
            label: texts.missingThere,
            isNumber: true,
            field: 'missingThere',
            cell: ({ missingThere }) => count(missingThere),
          },
          {
            label: texts.difference,
            isNumber: true,
            field: 'difference',
            cell: ({ difference, currency }) => <Money amount={difference} currency={currency} />,
          },
          { label: texts.made, field: 'madeAt', cell: ({ madeAt }) => <Instant at={madeAt} /> },
          { label: texts.by, field: 'madeBy' },
        ]}
        keyOf={({ reconciliationId }) => reconciliationId}
        hrefOf={({ reconciliationId }) => `/console/reconciliations/${reconciliationId}`}
        empty={texts.empty}
      />
    </Page>
  )
}
