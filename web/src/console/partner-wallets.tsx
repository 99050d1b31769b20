import { Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { call, type Entry } from '../api/client.ts'
import { Act } from '../components/act.tsx'
import { CodeText } from '../components/code-text.tsx'
import { Instant } from '../components/instant.tsx'
import { List } from '../components/list.tsx'
import { Money } from '../components/money.tsx'
import { REASON } from '../components/reason.ts'
import { StatusBadge } from '../components/status-badge.tsx'
import { messages } from '../messages/messages.ts'
import { useCan } from '../session/session.ts'
import { PartnerSpending } from './partner-spending.tsx'

const texts = messages.wallets

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
          { label: texts.one, cell: ({ walletId }) => <CodeText>{walletId}</CodeText> },
          { label: texts.status, cell: ({ status }) => <StatusBadge status={status} /> },
          {
            label: texts.balance,
            isNumber: true,
            cell: ({ balance, currency }) => <Money amount={balance} currency={currency} />,
          },
          {
            label: messages.consumers.one,
            cell: ({ consumerId }) => (
              <Link to="/console/trace" search={{ q: String(consumerId) }}>
                <CodeText>{consumerId}</CodeText>
              </Link>
            ),
          },
          { label: texts.campaign, cell: ({ campaignName }) => campaignName },
          { label: texts.created, cell: ({ createdAt }) => <Instant at={createdAt} /> },
          {
            label: texts.acts,
            acts: ['setWalletStatus'],
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

function WalletActs({ partnerId, wallet: { walletId, status, balance } }: ActsProps) {
  const can = useCan()
  if (!can('setWalletStatus') || status === 'CLOSED') return null
  const path = { partnerId, walletId: Number(walletId) }
  const isFrozen = status === 'FROZEN'
  return (
    <Group gap={4} wrap="nowrap">
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
    </Group>
  )
}
