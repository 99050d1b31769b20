import { Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Result } from '../api/client.ts'
import classes from '../components/components.module.css'
import { Failure } from '../components/failure.tsx'
import { Loading } from '../components/loading.tsx'
import { ago, sentence } from '../format/format.ts'
import { needsYouTexts } from '../messages/en-needs-you.ts'
import { useCan } from '../session/session.ts'
import { readWaiting, waitingCounts } from './read-waiting.ts'

const texts = needsYouTexts
const REFRESH_MS = 15_000

/** Lists everything that waits for the user, with its worth, its age and a link to its page. */
export function NeedsYou({ overview }: { readonly overview: Result<'getOverview'> }) {
  const can = useCan()
  const { data, error, refetch } = useQuery({
    // Read again at intervals, and when the number of waiting orders changes, not after each order.
    queryKey: ['needsYou', waitingCounts(overview), overview.openAlerts],
    queryFn: ({ signal }) => readWaiting(overview, { can, signal }),
    placeholderData: (before) => before,
    refetchInterval: REFRESH_MS,
  })
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {texts.title}
      </Title>
      {error && <Failure error={error} retry={() => void refetch()} />}
      {!data && !error && <Loading lines={2} />}
      {data?.length === 0 && (
        <Paper withBorder p="md">
          <Text fw={550}>{texts.nothing}</Text>
          <Text size="sm" c="dimmed">
            {texts.nothingText}
          </Text>
        </Paper>
      )}
      {data && data.length > 0 && (
        <Paper withBorder component="ul" className={classes.queue}>
          {data.map(({ text, href, search, worth, since, isUrgent = false }) => (
            <li key={`${href} ${text}`} data-urgent={isUrgent || undefined}>
              <Link to={href} {...(search && { search })}>
                {sentence(text)}
              </Link>
              <Text span size="sm" className={classes.number}>
                {worth}
              </Text>
              <Text span size="sm" c="dimmed">
                {since !== undefined && ago(since, Date.parse(overview.at))}
              </Text>
            </li>
          ))}
        </Paper>
      )}
    </Stack>
  )
}
