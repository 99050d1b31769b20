import { Paper, Stack, Text, Title } from '@mantine/core'
import { Link, useRouterState } from '@tanstack/react-router'
import classes from '../components/components.module.css'
import { Failure } from '../components/failure.tsx'
import { Instant } from '../components/instant.tsx'
import { Money } from '../components/money.tsx'
import { Loading } from '../components/loading.tsx'
import { count } from '../format/format.ts'
import { messages } from '../messages/messages.ts'
import { useOwnWaiting } from './use-own-waiting.ts'

const texts = messages.ofPortal

const APPROVE = {
  ORDER: texts.approveOrder,
  LINKS: texts.approveLinks,
  CREDIT: texts.approveCredit,
  CREDIT_FILE: texts.approveFile,
}

/** The orders and files that the user may approve or start, each with a link to its page. */
export function OwnWaiting({ onlyFiles = false }: { readonly onlyFiles?: boolean }) {
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const { data, error, isPending, refetch } = useOwnWaiting(path)
  if (error) return <Failure error={error} retry={() => void refetch()} />
  if (isPending) return <Loading lines={2} />
  const drafts = onlyFiles ? [] : (data?.drafts ?? [])
  const files = data?.files ?? []
  if (drafts.length + files.length === 0) return null
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {onlyFiles ? texts.waitingFiles : texts.waitsForYou}
      </Title>
      <Paper withBorder component="ul" className={classes.queue}>
        {drafts.map(
          ({ draftId, kind, clientReference, madeBy, madeAt, chargedAmount, currency }) => (
            <li key={draftId}>
              <Link to={`/portal/approvals/${draftId}`}>
                {APPROVE[kind](clientReference, madeBy)}
              </Link>
              <Money amount={chargedAmount} currency={currency} />
              <Text span size="sm" c="dimmed">
                <Instant at={madeAt} />
              </Text>
            </li>
          ),
        )}
        {files.map(({ importId, fileReference, actor, rows, createdAt }) => (
          <li key={importId}>
            <Link to={`/portal/credits/${importId}`}>{texts.startFile(fileReference, actor)}</Link>
            <Text span size="sm" className={classes.number}>
              {texts.fileRows(count(rows))}
            </Text>
            <Text span size="sm" c="dimmed">
              <Instant at={createdAt} />
            </Text>
          </li>
        ))}
      </Paper>
    </Stack>
  )
}
