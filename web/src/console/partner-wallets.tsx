import { Group } from '@mantine/core'
import { call, type Entry } from '../api/client.ts'
import { Act } from '../components/act.tsx'
import { IdText } from '../components/id-text.tsx'
import { List } from '../components/list.tsx'
import { REASON } from '../components/reason.ts'
import { money } from '../format/format.ts'
import { leftOf } from '../format/sum.ts'
import { walletTexts } from '../messages/en-wallets.ts'
import { messages } from '../messages/messages.ts'
import { useCan } from '../session/session.ts'
import { PartnerSpending } from './partner-spending.tsx'

const texts = walletTexts

type Wallet = Entry<'listWallets'>

export function PartnerWallets({ partnerId }: { readonly partnerId: number }) {
  return (
    <>
      <PartnerSpending partnerId={partnerId} />
      <List
        operation="listWallets"
        path={{ partnerId }}
        filters={[
          { name: 'consumerId', label: messages.consumers.one, kind: 'number' },
          { name: 'campaignId', label: texts.campaign, kind: 'number' },
        ]}
        columns={[
          { label: texts.one, field: 'walletId', shows: 'id' },
          { label: texts.status, field: 'status', shows: 'status' },
          { label: texts.balance, field: 'balance', shows: 'amount' },
          {
            label: messages.consumers.one,
            field: 'consumerId',
            cell: ({ consumerId }) => (
              <IdText id={consumerId} to={`/console/trace?q=${consumerId}`} />
            ),
          },
          { label: texts.campaign, field: 'campaignName' },
          { label: texts.created, field: 'createdAt', shows: 'time' },
          {
            label: texts.acts,
            acts: ['setWalletStatus', 'debitWallet'],
            cell: (wallet) => <WalletActs partnerId={partnerId} wallet={wallet} />,
          },
        ]}
        keyOf={({ walletId }) => walletId}
        empty={texts.empty}
      />
    </>
  )
}

interface ActsProps {
  readonly partnerId: number
  readonly wallet: Wallet
}

function WalletActs({ partnerId, wallet }: ActsProps) {
  const can = useCan()
  if (wallet.status === 'CLOSED') return null
  return (
    <Group gap={4} wrap="nowrap">
      {can('setWalletStatus') && <StatusActs partnerId={partnerId} wallet={wallet} />}
      {can('debitWallet') && wallet.status === 'ENABLED' && wallet.balance > 0 && (
        <Debit partnerId={partnerId} wallet={wallet} />
      )}
    </Group>
  )
}

/** Takes back a wrong credit. Shows beforehand the balance that remains. */
function Debit({ partnerId, wallet: { walletId, balance, currency } }: ActsProps) {
  return (
    <Act
      operation="debitWallet"
      path={{ partnerId, walletId: Number(walletId) }}
      label={texts.debit}
      submitLabel={(_, amount) => amount && texts.debitOf(amount)}
      text={texts.debitText}
      fields={[
        { name: 'amount', label: texts.amount, kind: 'amount', currency },
        { name: 'referenceId', label: texts.reference, help: texts.referenceHelp },
        REASON,
      ]}
      outlook={({ amount }) => {
        const left = leftOf(balance, amount)
        if (left === undefined) return undefined
        return Number(left) < 0
          ? texts.tooMuch(money(balance, currency))
          : texts.leaves(money(left, currency))
      }}
      done={() => texts.debited}
      isDangerous
    />
  )
}

function StatusActs({ partnerId, wallet: { walletId, status, balance } }: ActsProps) {
  const path = { partnerId, walletId: Number(walletId) }
  const isFrozen = status === 'FROZEN'
  return (
    <>
      <Act
        operation="setWalletStatus"
        path={path}
        label={isFrozen ? texts.unfreeze : texts.freeze}
        text={isFrozen ? texts.unfreezeText : texts.freezeText}
        fixed={{ status: isFrozen ? 'ENABLED' : 'FROZEN' }}
        fields={[REASON]}
        done={() => (isFrozen ? texts.unfrozen : texts.frozen)}
        undo={() =>
          call('setWalletStatus', { path, body: { status, reason: messages.act.undoReason } })
        }
      />
      {balance === 0 && (
        <Act
          operation="setWalletStatus"
          path={path}
          label={texts.close}
          text={texts.closeText}
          fixed={{ status: 'CLOSED' }}
          fields={[REASON]}
          isDangerous
        />
      )}
    </>
  )
}
