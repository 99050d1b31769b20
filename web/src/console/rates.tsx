import { Group, Stack, Text, Title } from '@mantine/core'
import { call, type Entry, type Input } from '../api/client.ts'
import { Act } from '../components/act.tsx'
import type { Field } from '../components/act-fields.ts'
import { List } from '../components/list.tsx'
import { Page } from '../components/page.tsx'
import { OPTIONAL_REASON } from '../components/reason.ts'
import { exact } from '../format/format.ts'
import { consoleTexts } from '../messages/en-console.ts'
import { messages } from '../messages/messages.ts'
import { useCan } from '../session/session.ts'
import { ImportRates } from './import-rates.tsx'

/** Two lists share the page. */
const SHORT_PAGE = { pageSize: '20' }
const texts = { ...messages.rates, ...consoleTexts.rates }

export function RatesPage() {
  const can = useCan()
  return (
    <Page title={texts.title} text={texts.about} acts={can('putFxRates') && <SetRate />}>
      <List
        operation="listFxRates"
        fixed={SHORT_PAGE}
        scope={{ name: 'rates', label: texts.title }}
        columns={[
          { label: texts.pair, cell: ({ from, to }) => `${from}/${to}` },
          { label: texts.rate, isNumber: true, field: 'rate', cell: ({ rate }) => exact(rate) },
          { label: texts.source, field: 'source' },
          { label: texts.effective, field: 'effectiveAt', shows: 'exact-time' },
        ]}
        keyOf={({ from, to }) => `${from} ${to}`}
        empty={texts.empty}
      />
      {can('importFxRates') && <ImportRates />}
      <Spreads />
      <History />
    </Page>
  )
}

const EFFECTIVE: Field<'effectiveAt'> = {
  name: 'effectiveAt',
  label: texts.effectiveAt,
  kind: 'date-time',
  help: texts.effectiveHelp,
  isOptional: true,
}

function SetRate() {
  return (
    <Act
      operation="putFxRates"
      label={texts.set}
      text={texts.setText}
      fields={[
        { name: 'rates.from', label: texts.from },
        { name: 'rates.to', label: texts.to },
        { name: 'rates.rate', label: texts.rateField, kind: 'rate' },
        { name: 'source', label: texts.source, isOptional: true },
        EFFECTIVE,
        { name: 'guard', label: texts.guard, kind: 'switch' },
        OPTIONAL_REASON,
      ]}
      send={({ rates, ...body }, key) => {
        const sent = { ...body, rates: [rates] } as Input<'putFxRates'>['body']
        return call('putFxRates', { body: sent, key })
      }}
      isPrimary
    />
  )
}

function pairOf({ from, to }: Pick<Entry<'listFxSpreads'>, 'from' | 'to'>): string {
  return `${from ?? texts.any}/${to ?? texts.any}`
}

function Spreads() {
  const can = useCan()
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <div>
          <Title order={2} size="h4">
            {texts.spreads}
          </Title>
          <Text size="sm" c="dimmed">
            {texts.spreadsText}
          </Text>
        </div>
        {can('putFxSpread') && (
          <Act
            operation="putFxSpread"
            label={texts.addSpread}
            text={texts.addSpreadText}
            fields={[
              { name: 'from', label: texts.from, kind: 'currency', isOptional: true },
              { name: 'to', label: texts.to, kind: 'currency', isOptional: true },
              { name: 'spreadPercent', label: texts.percent, kind: 'percent' },
              EFFECTIVE,
              OPTIONAL_REASON,
            ]}
          />
        )}
      </Group>
      <List
        operation="listFxSpreads"
        scope={{ name: 'spreads', label: texts.spreads }}
        columns={[
          { label: texts.pair, cell: pairOf },
          {
            label: texts.percent,
            isNumber: true,
            field: 'spreadPercent',
            cell: ({ spreadPercent }) =>
              spreadPercent === null ? texts.ended : exact(spreadPercent),
          },
          { label: texts.effective, field: 'effectiveAt', shows: 'exact-time' },
          { label: texts.recordedBy, field: 'recordedBy' },
          {
            label: consoleTexts.acts,
            acts: ['putFxSpread'],
            cell: ({ from, to, spreadPercent }) =>
              spreadPercent !== null &&
              can('putFxSpread') && (
                <Act
                  operation="putFxSpread"
                  label={texts.end}
                  text={texts.endText(pairOf({ from, to }))}
                  fixed={{ from, to, spreadPercent: null }}
                  fields={[OPTIONAL_REASON]}
                  isDangerous
                />
              ),
          },
        ]}
        keyOf={(spread) => `${pairOf(spread)} ${spread.effectiveAt}`}
        empty={texts.noSpreads}
      />
    </Stack>
  )
}

function History() {
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {texts.history}
      </Title>
      <List
        operation="listFxRateHistory"
        fixed={SHORT_PAGE}
        scope={{ name: 'history', label: texts.history }}
        filters={[
          { name: 'from', label: texts.from },
          { name: 'to', label: texts.to },
        ]}
        columns={[
          { label: texts.pair, cell: ({ from, to }) => `${from}/${to}` },
          { label: texts.rate, isNumber: true, field: 'rate', cell: ({ rate }) => exact(rate) },
          { label: texts.source, field: 'source' },
          { label: texts.effective, field: 'effectiveAt', shows: 'exact-time' },
          { label: texts.recordedAt, field: 'recordedAt', shows: 'exact-time' },
          { label: texts.recordedBy, field: 'recordedBy' },
        ]}
        keyOf={({ from, to, effectiveAt, recordedAt }) =>
          `${from} ${to} ${effectiveAt} ${recordedAt}`
        }
        empty={texts.noHistory}
      />
    </Stack>
  )
}
