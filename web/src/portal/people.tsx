import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { queryOf } from '../api/query.ts'
import { Act } from '../components/act.tsx'
import { List } from '../components/list.tsx'
import { Loading } from '../components/loading.tsx'
import { Page } from '../components/page.tsx'
import { peopleTexts as texts } from '../messages/en-people.ts'
import { useCan } from '../session/session.ts'
import { useWalletCurrency } from './use-wallet-currency.ts'

/** The people of the partner, who have wallets. */
export function PeoplePage() {
  const can = useCan()
  return (
    <Page
      title={texts.title}
      text={texts.about}
      acts={
        <>
          {can('checkOwnCredits') && (
            <Button component={Link} to="/portal/credits/new" size="xs" variant="default">
              {texts.fromFile}
            </Button>
          )}
          {can('createOwnConsumer') && <Add />}
        </>
      }
    >
      <WalletSettings />
      <List
        operation="listOwnConsumers"
        filters={[
          { name: 'name', label: texts.nameBegins },
          { name: 'email', label: texts.email },
        ]}
        columns={[
          { label: texts.name, field: 'name' },
          { label: texts.address, field: 'email' },
          { label: texts.wallets, field: 'wallets', shows: 'count' },
          { label: texts.noMails, isMinor: true, field: 'mailSuppression', shows: 'status' },
          { label: texts.created, isMinor: true, field: 'createdAt', shows: 'time' },
        ]}
        keyOf={({ consumerId }) => consumerId}
        hrefOf={({ consumerId }) => `/portal/people/${consumerId}`}
        empty={texts.emptyText}
      />
    </Page>
  )
}

/** Shows what people may do with their wallets. */
function WalletSettings() {
  const { data, isPending } = useQuery(queryOf('getOwnWalletSettings'))
  if (isPending) return <Loading lines={2} />
  if (!data) return null
  const { isAllowed, isSpendingOn, isSignInOn } = data
  return (
    <Stack gap="xs">
      {isAllowed && <Setting name="isSpendingOn" isOn={isSpendingOn} texts={texts.spending} />}
      <Setting name="isSignInOn" isOn={isSignInOn} texts={texts.signIn} />
    </Stack>
  )
}

interface SettingProps {
  readonly name: 'isSpendingOn' | 'isSignInOn'
  readonly isOn: boolean
  readonly texts: typeof texts.spending | typeof texts.signIn
}

function Setting({ name, isOn, texts: of }: SettingProps) {
  const can = useCan()
  return (
    <Group justify="space-between">
      <Text size="sm">{isOn ? of.on : of.off}</Text>
      {can('putOwnWalletSettings') && (
        <Act
          operation="putOwnWalletSettings"
          label={isOn ? of.stop : of.start}
          text={isOn ? of.stopText : of.startText}
          fixed={{ [name]: !isOn }}
          isDangerous={isOn}
          done={() => (isOn ? of.stopped : of.started)}
        />
      )}
    </Group>
  )
}

function Add() {
  const { currencies } = useWalletCurrency()
  return (
    <Act
      operation="createOwnConsumer"
      label={texts.add}
      text={texts.addText}
      fields={[
        { name: 'fullName', label: texts.fullName },
        { name: 'email', label: texts.address },
        { name: 'currency', label: texts.currency, kind: 'choice', choices: currencies },
        {
          name: 'initialFunds',
          label: texts.initialFunds,
          help: texts.initialFundsHelp,
          kind: 'amount',
          currency: { field: 'currency' },
          isOptional: true,
        },
      ]}
      fixed={{ initialFunds: 0 }}
      done={({ fullName }) => texts.added(fullName)}
      isPrimary
    />
  )
}
