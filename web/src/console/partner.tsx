import '@mantine/core/styles/Tabs.layer.css'
import { Group, Stack, Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { call, type OperationId, type Result } from '../api/client.ts'
import { queryOf } from '../api/query.ts'
import { routeOf } from '../api/routes.ts'
import { Act } from '../components/act.tsx'
import classes from '../components/components.module.css'
import { FailedPage } from '../components/failed-page.tsx'
import { Failure } from '../components/failure.tsx'
import { Loading } from '../components/loading.tsx'
import { Page } from '../components/page.tsx'
import { REASON } from '../components/reason.ts'
import { StatusBadge } from '../components/status-badge.tsx'
import { TabList } from '../components/tab-list.tsx'
import { usePageParams } from '../components/use-page-params.ts'
import { consoleTexts } from '../messages/en-console.ts'
import { linkTexts } from '../messages/en-links.ts'
import { messages } from '../messages/messages.ts'
import { AskOthers } from '../session/ask-others.tsx'
import { useCan } from '../session/session.ts'
import { webhooksOf } from '../webhooks/side.ts'
import { EndpointList } from '../webhooks/endpoint-list.tsx'
import { OpenWork } from './open-work.tsx'
import { PartnerCampaigns } from './partner-campaigns.tsx'
import { PartnerConsumers } from './partner-consumers.tsx'
import { PartnerCredentials } from './partner-credentials.tsx'
import { PartnerCredits } from './partner-credits.tsx'
import { PartnerFunds } from './partner-funds.tsx'
import { LegalAct } from './partner-legal.tsx'
import { PartnerLinkTemplates } from './partner-link-templates.tsx'
import { PartnerLinks } from './partner-links.tsx'
import { PartnerOrders, PartnerRequests } from './partner-lists.tsx'
import { PartnerLimits } from './partner-limits.tsx'
import { PartnerMovements } from './partner-movements.tsx'
import { PartnerUsers } from './partner-users.tsx'
import { PartnerWallets } from './partner-wallets.tsx'

const texts = messages.partners
const PARENT = { label: texts.title, href: '/console/partners' }

/** Tabs in groups, because no window has room for all of them. */
const GROUPS = ['money', 'people', 'access'] as const

interface Tab {
  readonly group: (typeof GROUPS)[number]
  readonly name: string
  readonly label: string
  readonly reads: OperationId
  show(partnerId: number): ReactNode
}

const TABS: readonly Tab[] = [
  {
    group: 'money',
    name: 'funds',
    label: texts.funds,
    reads: 'getFunds',
    show: (id) => <PartnerFunds partnerId={id} />,
  },
  {
    group: 'money',
    name: 'limits',
    label: consoleTexts.limits.title,
    reads: 'listSpendLimits',
    show: (id) => <PartnerLimits partnerId={id} />,
  },
  {
    group: 'money',
    name: 'movements',
    label: texts.movements,
    reads: 'listTransactions',
    show: (id) => <PartnerMovements partnerId={id} />,
  },
  {
    group: 'money',
    name: 'orders',
    label: messages.orders.title,
    reads: 'listOrders',
    show: (id) => <PartnerOrders partnerId={id} />,
  },
  {
    group: 'access',
    name: 'credentials',
    label: texts.credentials,
    reads: 'listCredentials',
    show: (id) => <PartnerCredentials partnerId={id} />,
  },
  {
    group: 'access',
    name: 'requests',
    label: messages.requests.title,
    reads: 'listRequests',
    show: (id) => <PartnerRequests partnerId={id} />,
  },
  {
    group: 'people',
    name: 'consumers',
    label: texts.consumers,
    reads: 'listConsumers',
    show: (id) => <PartnerConsumers partnerId={id} />,
  },
  {
    group: 'people',
    name: 'wallets',
    label: texts.wallets,
    reads: 'listWallets',
    show: (id) => <PartnerWallets partnerId={id} />,
  },
  {
    group: 'people',
    name: 'credits',
    label: consoleTexts.credits.title,
    reads: 'listCreditImports',
    show: (id) => <PartnerCredits partnerId={id} />,
  },
  {
    group: 'people',
    name: 'links',
    label: linkTexts.title,
    reads: 'listLinks',
    show: (id) => <PartnerLinks partnerId={id} />,
  },
  {
    group: 'people',
    name: 'link-templates',
    label: linkTexts.staff.templates.title,
    reads: 'listLinkTemplates',
    show: (id) => <PartnerLinkTemplates partnerId={id} />,
  },
  {
    group: 'people',
    name: 'campaigns',
    label: texts.campaigns,
    reads: 'listCampaigns',
    show: (id) => <PartnerCampaigns partnerId={id} />,
  },
  {
    group: 'access',
    name: 'webhooks',
    label: texts.webhooks,
    reads: 'listWebhookEndpoints',
    show: (id) => <EndpointList side={webhooksOf(id)} />,
  },
  {
    group: 'access',
    name: 'users',
    label: texts.users,
    reads: 'listUsers',
    show: (id) => <PartnerUsers partnerId={id} />,
  },
]

/** A partner: each tab has an address of its own. */
export function PartnerPage() {
  const params = usePageParams('partnerId', 'tab')
  const partnerId = Number(params.partnerId)
  const address = `/console/partners/${partnerId}`
  const navigate = useNavigate()
  const can = useCan()
  const { data, error, refetch } = useQuery(queryOf('getPartner', { path: { partnerId } }))
  if (error && !data) {
    return <FailedPage error={error} retry={() => void refetch()} parent={PARENT} />
  }
  if (!data) return <Loading />
  const shown = TABS.filter(({ reads }) => can(reads))
  const tab = shown.find(({ name }) => name === params.tab) ?? shown[0]
  const open = (name: string | null) => void navigate({ to: `${address}/${name}`, search: {} })
  return (
    <Page
      title={data.name}
      parent={PARENT}
      text={
        <Group gap="sm">
          {texts.one(partnerId)}
          <StatusBadge status={data.status} />
        </Group>
      }
      acts={
        can('updatePartner') && (
          <>
            <LegalAct partner={data} />
            <StatusAct partner={data} />
          </>
        )
      }
    >
      {error && <Failure error={error} retry={() => void refetch()} />}
      <Tabs value={tab?.name ?? null} onChange={open} keepMounted={false}>
        <div className={classes.strips}>
          <Groups tabs={shown} open={tab?.group} partnerId={partnerId} />
        </div>
        <TabList
          tabs={shown
            .filter(({ group }) => group === tab?.group)
            .map(({ name, label }) => ({ value: name, label }))}
          sections={choicesOf(shown)}
          open={tab?.name ?? ''}
          openTab={open}
        />
        <HiddenTabs tabs={TABS.filter(({ reads }) => !can(reads))} />
        <Tabs.Panel value={tab?.name ?? ''} pt="md">
          {tab?.show(partnerId)}
        </Tabs.Panel>
      </Tabs>
    </Page>
  )
}

interface GroupsProps {
  readonly tabs: readonly Tab[]
  readonly open: Tab['group'] | undefined
  readonly partnerId: number
}

/** Returns the tabs by group: two strips of them do not fit on a phone. */
function choicesOf(tabs: readonly Tab[]) {
  return GROUPS.map((group) => ({
    group: texts.groups[group],
    items: tabs.flatMap((tab) =>
      tab.group === group ? [{ value: tab.name, label: tab.label }] : [],
    ),
  }))
}

/** Leads to the first tab of each group that the user may open. */
function Groups({ tabs, open, partnerId }: GroupsProps) {
  return (
    <div className={classes.groups}>
      {GROUPS.map((group) => {
        const first = tabs.find((tab) => tab.group === group)
        return (
          first && (
            <Link
              key={group}
              to={`/console/partners/${partnerId}/${first.name}`}
              aria-current={group === open ? 'true' : undefined}
            >
              {texts.groups[group]}
            </Link>
          )
        )
      })}
    </div>
  )
}

/** Says whom to ask for the hidden tabs, with one line for each permission. */
function HiddenTabs({ tabs }: { readonly tabs: readonly Tab[] }) {
  const permissions = [...new Set(tabs.map(permissionOf))]
  if (tabs.length === 0) return null
  return (
    <Stack gap={0} mt="xs">
      {permissions.map((permission) => {
        const some = tabs.filter((tab) => permissionOf(tab) === permission)
        const act = some.map(({ label }) => label).join(', ')
        return some[0] && <AskOthers key={permission} operation={some[0].reads} act={act} />
      })}
    </Stack>
  )
}

function permissionOf({ reads }: Tab): string | undefined {
  return routeOf(reads).permission
}

function StatusAct({ partner: { partnerId, status } }: { readonly partner: Result<'getPartner'> }) {
  const isActive = status === 'ACTIVE'
  return (
    <Act
      operation="updatePartner"
      path={{ partnerId }}
      label={isActive ? texts.suspend : texts.activate}
      text={isActive ? texts.suspendText : texts.activateText}
      outlook={() => isActive && <OpenWork partnerId={partnerId} />}
      fixed={{ status: isActive ? 'SUSPENDED' : 'ACTIVE' }}
      fields={[REASON]}
      isDangerous={isActive}
      done={() => (isActive ? texts.suspended : texts.activated)}
      undo={() =>
        call('updatePartner', {
          path: { partnerId },
          body: { status, reason: messages.act.undoReason },
        })
      }
    />
  )
}
