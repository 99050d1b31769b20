import { Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Entry } from '../api/client.ts'
import { queryOf } from '../api/query.ts'
import { Act } from '../components/act.tsx'
import { PlainTable } from '../components/plain-table.tsx'
import { money } from '../format/format.ts'
import { draftTexts as texts } from '../messages/en-shop.ts'
import { useCan } from '../session/session.ts'
import { useWalletCurrency } from './use-wallet-currency.ts'

type Team = Entry<'listOwnTeams'>

/** The teams of the partner, with what each may spend in a month, and who is in it. */
export function Teams() {
  const can = useCan()
  const { currencies } = useWalletCurrency()
  const { data: teams = [] } = useQuery(queryOf('listOwnTeams'))
  const canSet = can('putOwnTeamBudget')
  if (teams.length === 0 && !canSet) return null
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {texts.teams}
      </Title>
      <Text c="dimmed" size="sm">
        {teams.length === 0 ? texts.noTeams : texts.teamsAbout}
      </Text>
      {teams.flatMap(({ team, budgets }) =>
        budgets.map(({ currency, monthly, used }) => (
          <Text key={`${team} ${currency}`}>
            {texts.budgetOf(team, money(used, currency), money(monthly, currency))}
          </Text>
        )),
      )}
      {canSet && (
        <Group>
          <Act
            operation="putOwnTeamBudget"
            label={texts.setBudget}
            fields={[
              { name: 'team', label: texts.team, help: texts.teamHelp },
              { name: 'currency', label: texts.currency, kind: 'choice', choices: currencies },
              {
                name: 'monthly',
                label: texts.monthly,
                help: texts.monthlyHelp,
                kind: 'amount',
                currency: { field: 'currency' },
                isOptional: true,
              },
            ]}
            done={() => texts.ruleSet}
          />
        </Group>
      )}
      {canSet && teams.length > 0 && <Members teams={teams} />}
    </Stack>
  )
}

/** The team of each user of the partner, for readers who may set it. */
function Members({ teams }: { readonly teams: readonly Team[] }) {
  const { data: users = [] } = useQuery(queryOf('listOwnUsers', { query: { pageSize: USERS_MAX } }))
  const choices = [
    { value: '', label: texts.noTeam },
    ...teams.map(({ team }) => ({ value: team, label: team })),
  ]
  return (
    <PlainTable
      head={[texts.person, texts.team, texts.acts]}
      rows={users.map(({ userId, email }) => {
        const team = teams.find(({ userIds }) => userIds.includes(userId))?.team
        return [
          email,
          team ?? texts.noTeam,
          <Act
            key="team"
            operation="putOwnTeamMember"
            path={{ userId }}
            label={texts.setTeam}
            fields={[
              {
                name: 'team',
                label: texts.team,
                kind: 'choice',
                choices,
                initial: team ?? '',
                isOptional: true,
              },
            ]}
            done={() => texts.ruleSet}
          />,
        ]
      })}
    />
  )
}

const USERS_MAX = 100
