import { Group, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Act } from '../components/act.tsx'
import { List } from '../components/list.tsx'
import { REASON } from '../components/reason.ts'
import { count } from '../format/format.ts'
import { consoleTexts } from '../messages/en-console.ts'
import { messages } from '../messages/messages.ts'
import { useCan } from '../session/session.ts'
import { MailSuppressions } from './mail-suppressions.tsx'

const texts = messages.consumers
const { erasures } = consoleTexts

export function PartnerConsumers({ partnerId }: { readonly partnerId: number }) {
  const can = useCan()
  return (
    <Stack>
      {can('eraseRecipient') && (
        <Group>
          <Act
            operation="eraseRecipient"
            path={{ partnerId }}
            label={erasures.recipient}
            text={erasures.recipientText}
            fields={[{ name: 'recipient', label: erasures.recipientField }, REASON]}
            isDangerous
          />
        </Group>
      )}
      <List
        operation="listConsumers"
        isMasked
        path={{ partnerId }}
        filters={[{ name: 'email', label: texts.email }]}
        columns={[
          { label: texts.one, field: 'consumerId', shows: 'id' },
          { label: texts.name, field: 'name' },
          { label: texts.email, field: 'email' },
          {
            label: texts.wallets,
            isNumber: true,
            cell: ({ wallets, consumerId }) => (
              <Link
                to={`/console/partners/${partnerId}/wallets`}
                search={{ consumerId: String(consumerId) }}
              >
                {count(wallets)}
              </Link>
            ),
          },
          { label: texts.created, field: 'createdAt', shows: 'time' },
          {
            label: texts.acts,
            cell: ({ consumerId }) =>
              can('eraseConsumer') && (
                <Act
                  operation="eraseConsumer"
                  path={{ partnerId, consumerId }}
                  label={texts.erase}
                  text={texts.eraseText}
                  fields={[REASON]}
                  isDangerous
                />
              ),
          },
        ]}
        keyOf={({ consumerId }) => consumerId}
        empty={texts.empty}
      />
      {can('listMailSuppressions') && <MailSuppressions partnerId={partnerId} />}
    </Stack>
  )
}
