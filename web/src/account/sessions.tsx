import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Entry } from '../api/client.ts'
import { queryOf } from '../api/query.ts'
import { Act } from '../components/act.tsx'
import { Failure } from '../components/failure.tsx'
import { Instant } from '../components/instant.tsx'
import { Loading } from '../components/loading.tsx'
import { PlainTable } from '../components/plain-table.tsx'
import { accountTexts as texts } from '../messages/en-account.ts'
import { deviceOf } from './device.ts'
import { Section } from './section.tsx'

const HEAD = [texts.device, texts.address, texts.signedIn, texts.lastUsed, texts.acts]

/** The sessions of the user, and how to end them. */
export function Sessions() {
  const { data, error, refetch } = useQuery(queryOf('listSessions'))
  return (
    <Section
      title={texts.sessions}
      acts={
        data !== undefined &&
        data.length > 1 && (
          <Act
            operation="revokeOtherSessions"
            label={texts.revokeOthers}
            text={texts.revokeOthersText}
            isDangerous
          />
        )
      }
    >
      {error && <Failure error={error} retry={() => void refetch()} />}
      {data === undefined && !error && <Loading lines={2} />}
      {data && <PlainTable head={HEAD} rows={data.map(rowOf)} />}
    </Section>
  )
}

function rowOf(session: Entry<'listSessions'>) {
  const { sessionId, isCurrent, userAgent, address, createdAt, lastUsedAt } = session
  return [
    <Text key="device" size="sm" title={userAgent}>
      {deviceOf(userAgent) ?? texts.unknownDevice}
    </Text>,
    address,
    <Instant key="created" at={createdAt} />,
    <Instant key="used" at={lastUsedAt} />,
    isCurrent ? (
      texts.current
    ) : (
      <Act
        key="revoke"
        operation="revokeSession"
        path={{ sessionId }}
        label={texts.revoke}
        text={texts.revokeText}
      />
    ),
  ]
}
