import '@mantine/core/styles/Progress.layer.css'
import { Alert, Paper, Progress, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { file, type Result } from '../api/client.ts'
import { queryOf } from '../api/query.ts'
import { Act } from '../components/act.tsx'
import { Details } from '../components/details.tsx'
import { FailedPage } from '../components/failed-page.tsx'
import { fileName } from '../components/file-name.ts'
import { Instant } from '../components/instant.tsx'
import { Money } from '../components/money.tsx'
import { Loading } from '../components/loading.tsx'
import { Page } from '../components/page.tsx'
import { PlainTable } from '../components/plain-table.tsx'
import { SaveButton } from '../components/save-button.tsx'
import { Sided } from '../components/sided.tsx'
import { StatusBadge } from '../components/status-badge.tsx'
import { usePageParams } from '../components/use-page-params.ts'
import { count, money } from '../format/format.ts'
import { creditTexts as texts } from '../messages/en-credits.ts'
import { fileTexts } from '../messages/en-exports.ts'
import { AskOthers } from '../session/ask-others.tsx'
import { sessionQuery, useCan } from '../session/session.ts'
import { useOrderRules } from './drafts.tsx'
import { ruleFor, sayRule, type Rule } from './rule.ts'
import { CreditFileForm } from './credit-file.tsx'

type Import = Result<'getOwnCreditImport'>

const PARENT = { label: texts.title, href: '/portal/credits' }
const REFRESH_MS = 1_000
const UNDER_WAY: readonly Import['state'][] = ['CHECKING', 'RUNNING']
const STARTABLE: readonly Import['state'][] = ['CHECKED', 'STOPPED']
const WITH_REPORT: readonly Import['state'][] = ['REJECTED', 'STOPPED', 'CANCELLED', 'DONE']

/** One file of credits: its errors, its sums, and its progress. */
export function CreditImportPage() {
  const { importId } = usePageParams('importId')
  const { data, error, refetch } = useQuery({
    ...queryOf('getOwnCreditImport', { path: { importId } }),
    refetchInterval: ({ state }) =>
      state.data && UNDER_WAY.includes(state.data.state) ? REFRESH_MS : false,
  })
  if (error && !data) {
    return <FailedPage error={error} retry={() => void refetch()} parent={PARENT} />
  }
  return (
    <Page
      title={data?.fileReference ?? texts.title}
      parent={PARENT}
      acts={data && <Acts creditImport={data} />}
    >
      {!data && <Loading />}
      {data && <Shown creditImport={data} />}
    </Page>
  )
}

interface Props {
  readonly creditImport: Import
}

function Acts({ creditImport }: Props) {
  const { importId, state, dryRun, left } = creditImport
  const can = useCan()
  const { isForOthers } = useSecondPerson(creditImport)
  const path = { importId }
  const sums = left.map(({ amount, currency }) => money(amount, currency)).join(', ')
  const rows = left.reduce((sum, one) => sum + one.rows, 0)
  const isStartable = STARTABLE.includes(state) && !dryRun
  return (
    <>
      {WITH_REPORT.includes(state) && <Report importId={importId} />}
      {can('cancelOwnCredits') && (isStartable || state === 'RUNNING') && (
        <Act
          operation="cancelOwnCredits"
          path={path}
          label={texts.cancel}
          text={texts.cancelText}
          fields={[]}
          done={() => texts.isCancelled}
          isDangerous
        />
      )}
      {can('startOwnCredits') && isStartable && !isForOthers && (
        <Act
          operation="startOwnCredits"
          path={path}
          label={state === 'STOPPED' ? texts.goOn : texts.start}
          submitLabel={() => (sums === '' ? undefined : texts.startFor(sums))}
          text={sums === '' ? texts.nothingLeft : texts.startText(count(rows), sums)}
          fields={[]}
          done={() => texts.isStarted}
          isPrimary
        />
      )}
    </>
  )
}

function Report({ importId }: { readonly importId: string }) {
  return (
    <SaveButton
      label={texts.report}
      name={fileName({ holds: fileTexts.credits, subjects: [importId], extension: 'csv' })}
      read={() => file('ownCreditReport', { path: { importId } })}
    />
  )
}

function Shown({ creditImport }: Props) {
  const { state, rows, credited, repeated, refused, left, errors } = creditImport
  const done = credited + repeated + refused
  const can = useCan()
  return (
    <Sided
      facts={[
        [texts.state, <StatusBadge key="state" status={state} color={colorOf(state)} />],
        [texts.rows, count(rows)],
        [texts.credited, done > 0 && count(credited)],
        [texts.repeated, repeated > 0 && count(repeated)],
        [texts.refused, refused > 0 && count(refused)],
        [texts.newPeople, creditImport.createConsumers ? texts.areAdded : texts.areErrors],
        [texts.actor, creditImport.actor],
        [texts.created, <Instant key="created" at={creditImport.createdAt} />],
        [
          texts.started,
          creditImport.startedAt !== undefined && <Instant at={creditImport.startedAt} />,
        ],
        [texts.ended, creditImport.endedAt !== undefined && <Instant at={creditImport.endedAt} />],
      ]}
    >
      <Text role="status">{creditImport.dryRun ? texts.dryRun : texts.states[state]}</Text>
      {(state === 'RUNNING' || state === 'STOPPED') && (
        <div>
          <Progress
            value={rows === 0 ? 0 : (100 * done) / rows}
            aria-label={texts.progress(count(done), count(rows))}
            animated={state === 'RUNNING'}
          />
          <Text size="sm">{texts.progress(count(done), count(rows))}</Text>
        </div>
      )}
      {left.length > 0 && state !== 'REJECTED' && <Left left={left} />}
      {STARTABLE.includes(state) && !creditImport.dryRun && (
        <NeedsOther creditImport={creditImport} />
      )}
      {STARTABLE.includes(state) && <AskOthers operation="startOwnCredits" act={texts.start} />}
      {errors.length > 0 && <Errors creditImport={creditImport} />}
      {state === 'REJECTED' && can('checkOwnCredits') && (
        <Stack gap="xs">
          <Title order={2} size="h4">
            {texts.again}
          </Title>
          <CreditFileForm
            reference={creditImport.fileReference}
            createsConsumers={creditImport.createConsumers}
          />
        </Stack>
      )}
    </Sided>
  )
}

/** Returns the rule that asks for a second person to start the file, if there is one. */
function useSecondPerson({ left, actor, state }: Import) {
  const { data: rules = [] } = useOrderRules()
  const { data: session } = useQuery(sessionQuery)
  const isOwn = actor === session?.user.email
  // The amounts of today already include a stopped file, because it was counted when it started. If
  // somebody else uploaded the file, the team of that person is not known here.
  const applicableRules = isOwn && state !== 'STOPPED' ? rules : rules.flatMap(withoutToday)
  const [rule] = left.flatMap(
    ({ currency, amount }) => ruleFor(applicableRules, { kind: 'credits', currency, amount }) ?? [],
  )
  return { rule, isForOthers: rule !== undefined && isOwn }
}

/** Returns a rule for an amount by itself; nothing for the rule of a team. */
function withoutToday(rule: Rule): Rule[] {
  return rule.kind === 'team' ? [] : [{ ...rule, today: 0 }]
}

/** Says who may start the file, if it needs a second person. */
function NeedsOther({ creditImport }: Props) {
  const { rule, isForOthers } = useSecondPerson(creditImport)
  if (!rule) return null
  const says = sayRule(rule)
  return (
    <Alert variant="light">
      {isForOthers ? texts.othersStart(says) : texts.needsOther(says, creditImport.actor)}
    </Alert>
  )
}

/** A rejected file is marked, because somebody must correct it. */
function colorOf(state: Import['state']): string | undefined {
  return state === 'REJECTED' ? 'red' : undefined
}

function Left({ left }: Pick<Import, 'left'>) {
  const isShort = left.some(({ fundsAfter }) => Number(fundsAfter) < 0)
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {texts.totals}
      </Title>
      <SimpleGrid cols={{ base: 1, xl: 2 }}>
        {left.map(({ currency, rows, amount, funds, fundsAfter }) => (
          <Paper key={currency} withBorder p="md">
            <Text size="xl" fw={550} mb="xs">
              <Money amount={amount} currency={currency} />
            </Text>
            <Details
              of={[
                [texts.rows, count(rows)],
                [texts.funds, <Money key="funds" amount={funds} currency={currency} />],
                [
                  texts.fundsAfter,
                  <Money key="after" amount={fundsAfter} currency={currency} isBalance />,
                ],
              ]}
            />
          </Paper>
        ))}
      </SimpleGrid>
      {isShort && (
        <Alert color="red" variant="light">
          {texts.tooLittle}
        </Alert>
      )}
    </Stack>
  )
}

const ERRORS_SHOWN_MAX = 100

function Errors({ creditImport: { errors, errorCount } }: Props) {
  const shown = errors.slice(0, ERRORS_SHOWN_MAX)
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {texts.errors(count(errorCount))}
      </Title>
      <PlainTable
        head={[texts.line, texts.column, texts.fault]}
        numbers={[0]}
        rows={shown.map(({ line, field, message }) => [count(line), field, message])}
      />
      {shown.length < errorCount && (
        <Text size="sm" c="dimmed">
          {texts.firstErrors(count(shown.length))}
        </Text>
      )}
    </Stack>
  )
}
