import { Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../api/query.ts'
import { Act } from '../components/act.tsx'
import { Loading } from '../components/loading.tsx'
import { UserList } from '../components/user-list.tsx'
import { userTexts } from '../messages/en-users.ts'
import { messages } from '../messages/messages.ts'
import { PARTNER_ROLES } from '../session/roles.ts'

const texts = messages.ofPortal

const FILTERS = [
  { name: 'email', label: userTexts.email },
  { name: 'role', label: userTexts.role, choices: PARTNER_ROLES },
  { name: 'status', label: userTexts.status, choices: ['ACTIVE', 'DISABLED'] },
] as const

/** The users of the partner. */
export function UsersPage() {
  return (
    <UserList
      application="portal"
      page={{ title: texts.users, text: texts.usersAbout }}
      filters={FILTERS}
    >
      <SecondFactorRule />
    </UserList>
  )
}

/** Shows, and lets owners decide, whether all users must have a second factor. */
function SecondFactorRule() {
  const { data, isPending } = useQuery(queryOf('getOwnSignInRules'))
  if (isPending) return <Loading lines={1} />
  if (!data) return null
  const { isSecondFactorRequired: isOn } = data
  const rule = userTexts.factorRule
  return (
    <Group justify="space-between" maw={640}>
      <Text size="sm">{isOn ? rule.on : rule.off}</Text>
      <Act
        operation="putOwnSignInRules"
        label={isOn ? rule.stop : rule.start}
        text={isOn ? rule.stopText : rule.startText}
        fixed={{ isSecondFactorRequired: !isOn }}
        isDangerous={isOn}
        done={() => (isOn ? rule.stopped : rule.started)}
      />
    </Group>
  )
}
