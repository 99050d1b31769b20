import { Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { call, type Result } from '../api/client.ts'
import { queryOf } from '../api/query.ts'
import { Act } from '../components/act.tsx'
import { Loading } from '../components/loading.tsx'
import { REASON } from '../components/reason.ts'
import { consoleTexts } from '../messages/en-console.ts'
import { messages } from '../messages/messages.ts'
import { useCan } from '../session/session.ts'

const texts = consoleTexts.spending
const signInTexts = consoleTexts.signIn

/** Shows what owners of the partner's wallets may do, with the switches of the operator. */
export function PartnerSpending({ partnerId }: { readonly partnerId: number }) {
  const can = useCan()
  const { data, isPending } = useQuery(queryOf('getPartner', { path: { partnerId } }))
  if (isPending) return <Loading lines={2} />
  if (!data) return null
  const { walletSpending = false, walletSignIn = false } = data
  return (
    <Stack gap="xs" mb="md">
      <Group justify="space-between" maw={840}>
        <Text size="sm">{stateOf(data)}</Text>
        {can('updatePartner') && (
          <Switch partnerId={partnerId} name="walletSpending" isOn={walletSpending} of={texts} />
        )}
      </Group>
      <Group justify="space-between" maw={840}>
        <Text size="sm">{walletSignIn ? signInTexts.on : signInTexts.off}</Text>
        {can('updatePartner') && (
          <Switch partnerId={partnerId} name="walletSignIn" isOn={walletSignIn} of={signInTexts} />
        )}
      </Group>
    </Stack>
  )
}

function stateOf({ walletSpending, walletSpendingStopped }: Result<'getPartner'>): string {
  if (!walletSpending) return texts.off
  return walletSpendingStopped ? texts.stopped : texts.on
}

interface SwitchProps {
  readonly partnerId: number
  readonly name: 'walletSpending' | 'walletSignIn'
  readonly isOn: boolean
  readonly of: typeof texts | typeof signInTexts
}

function Switch({ partnerId, name, isOn, of }: SwitchProps) {
  const path = { partnerId }
  return (
    <Act
      operation="updatePartner"
      path={path}
      label={isOn ? of.turnOff : of.turnOn}
      text={isOn ? of.turnOffText : of.turnOnText}
      fixed={{ [name]: !isOn }}
      fields={[REASON]}
      isDangerous={isOn}
      done={() => (isOn ? of.turnedOff : of.turnedOn)}
      undo={() =>
        call('updatePartner', { path, body: { [name]: isOn, reason: messages.act.undoReason } })
      }
    />
  )
}
