import { Group, Stack } from '@mantine/core'
import { Act } from '../components/act.tsx'
import { IdText } from '../components/id-text.tsx'
import { Instant } from '../components/instant.tsx'
import { List } from '../components/list.tsx'
import { Money } from '../components/money.tsx'
import { consoleTexts } from '../messages/en-console.ts'
import { messages } from '../messages/messages.ts'
import { useCan } from '../session/session.ts'

const texts = messages.campaigns

export function PartnerCampaigns({ partnerId }: { readonly partnerId: number }) {
  const can = useCan()
  const path = { partnerId }
  return (
    <Stack>
      {can('openCampaign') && (
        <Group>
          <Act
            operation="openCampaign"
            path={path}
            label={texts.open}
            isPrimary
            fields={[
              { name: 'name', label: texts.name },
              { name: 'currency', label: texts.currency, kind: 'currency' },
              {
                name: 'budget',
                label: texts.budget,
                kind: 'amount',
                currency: { field: 'currency' },
                isOptional: true,
              },
              { name: 'endsAt', label: texts.ends, kind: 'date-time', isOptional: true },
            ]}
          />
        </Group>
      )}
      <List
        operation="listCampaigns"
        path={path}
        filters={[
          { name: 'name', label: texts.name },
          { name: 'ended', label: texts.ended, choices: messages.list.yesNo },
        ]}
        columns={[
          { label: texts.name, field: 'name' },
          {
            label: texts.one,
            field: 'campaignId',
            cell: ({ campaignId }) => (
              <IdText
                id={campaignId}
                to={`/console/partners/${partnerId}/wallets?campaignId=${campaignId}`}
              />
            ),
          },
          { label: texts.credited, field: 'credited', shows: 'amount' },
          {
            label: texts.budget,
            isNumber: true,
            field: 'budget',
            cell: ({ budget, currency }) =>
              budget === undefined ? texts.noBudget : <Money amount={budget} currency={currency} />,
          },
          {
            label: texts.ends,
            field: 'endsAt',
            cell: ({ endsAt }) => (endsAt === undefined ? texts.never : <Instant at={endsAt} />),
          },
          { label: texts.created, field: 'createdAt', shows: 'time' },
          {
            label: consoleTexts.acts,
            acts: ['openCampaignWallet'],
            cell: ({ campaignId, name }) =>
              can('openCampaignWallet') && (
                <Act
                  operation="openCampaignWallet"
                  path={{ partnerId, campaignId }}
                  label={consoleTexts.campaigns.openWallet}
                  text={consoleTexts.campaigns.openWalletText(name)}
                  fields={[
                    {
                      name: 'consumerId',
                      label: consoleTexts.campaigns.consumer,
                      kind: 'number',
                    },
                  ]}
                />
              ),
          },
        ]}
        keyOf={({ campaignId }) => campaignId}
        empty={texts.empty}
      />
    </Stack>
  )
}
