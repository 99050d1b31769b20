import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Result } from '../api/client.ts'
import { queryOf } from '../api/query.ts'
import { Details } from '../components/details.tsx'
import { Failure } from '../components/failure.tsx'
import { Instant } from '../components/instant.tsx'
import { count } from '../format/format.ts'
import { auditTexts } from '../messages/en-audit.ts'

const texts = auditTexts

type Fault = NonNullable<Result<'getLastAuditCheck'>['fault']>

/** Shows the last regular verification of the log, and starts one on request. */
export function AuditVerification() {
  const last = useQuery(queryOf('getLastAuditCheck'))
  const verification = useQuery({
    ...queryOf('verifyAudit'),
    enabled: false,
    retry: false,
  })
  return (
    <Stack gap="xs">
      <Group gap="sm">
        <Button
          size="xs"
          variant="default"
          loading={verification.isFetching}
          onClick={() => void verification.refetch()}
        >
          {texts.verify}
        </Button>
        <Text size="sm" c="dimmed" component="div">
          {last.data && <LastCheck of={last.data} />}
        </Text>
      </Group>
      {last.data?.fault && <Broken fault={last.data.fault} />}
      {verification.error && <Failure error={verification.error} />}
      {verification.data && <Verified of={verification.data} />}
    </Stack>
  )
}

function LastCheck({ of }: { readonly of: Result<'getLastAuditCheck'> }) {
  if (of.checkedAt === undefined) return texts.neverChecked
  return (
    <>
      {texts.checked} <Instant at={of.checkedAt} />
      {of.completedAt !== undefined && (
        <>
          {texts.completed} <Instant at={of.completedAt} />
        </>
      )}
    </>
  )
}

function Verified({ of }: { readonly of: Result<'verifyAudit'> }) {
  if (of.fault) return <Broken fault={of.fault} />
  return (
    <Alert color="green" title={texts.intact} role="status">
      <Details
        of={[
          [texts.days, count(of.days)],
          [texts.entries, count(of.entries)],
          [texts.late, of.late > 0 && count(of.late)],
          [texts.head, of.head !== undefined && <Code block>{of.head}</Code>],
        ]}
      />
    </Alert>
  )
}

/** The first broken entry. */
function Broken({ fault: { day, place, auditId, message } }: { readonly fault: Fault }) {
  return (
    <Alert color="red" title={texts.broken} role="alert">
      <Details
        of={[
          [texts.fault, message],
          [texts.day, day],
          [texts.place, place],
          [texts.entry, auditId],
        ]}
      />
    </Alert>
  )
}
