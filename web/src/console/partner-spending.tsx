import { Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { call, type Result } from '../api/client.ts'
import { Act } from '../components/act.tsx'
import { REASON } from '../components/reason.ts'
import { consoleTexts } from '../messages/en-console.ts'
import { messages } from '../messages/messages.ts'
import { useCan } from '../session/session.ts'

const texts = consoleTexts.spending

/** Whether owners of the partner's wallets spend them, and the operator's switch. */
export function PartnerSpending({ partnerId }: { readonly partnerId: number }) {
  const can = useCan()
  const { data } = useQuery({
    queryKey: ['getPartner', partnerId],
    queryFn: ({ signal }) => call('getPartner', { path: { partnerId }, signal }),
  })
  if (!data) return null
  return (
    <Group justify="space-between" mb="md">
      <Text size="sm">{stateOf(data)}</Text>
      {can('updatePartner') && <SpendingAct partner={data} />}
    </Group>
  )
}

function stateOf({ walletSpending, walletSpendingStopped }: Result<'getPartner'>): string {
  if (!walletSpending) return texts.off
  return walletSpendingStopped ? texts.stopped : texts.on
}

function SpendingAct({ partner }: { readonly partner: Result<'getPartner'> }) {
  const path = { partnerId: partner.partnerId }
  const { walletSpending = false } = partner
  return (
    <Act
      operation="updatePartner"
      path={path}
      label={walletSpending ? texts.turnOff : texts.turnOn}
      text={walletSpending ? texts.turnOffText : texts.turnOnText}
      fixed={{ walletSpending: !walletSpending }}
      fields={[REASON]}
      isDangerous={walletSpending}
      done={() => (walletSpending ? texts.turnedOff : texts.turnedOn)}
      undo={() =>
        call('updatePartner', { path, body: { walletSpending, reason: messages.act.undoReason } })
      }
    />
  )
}
