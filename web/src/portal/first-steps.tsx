import { call } from '../api/client.ts'
import { FirstSteps } from '../components/first-steps.tsx'
import { ONE, type Step } from '../components/read-steps.ts'
import { firstStepsTexts as texts } from '../messages/en-first-steps.ts'
import { useCan } from '../session/session.ts'

const STEPS: readonly Step[] = [
  {
    label: texts.credential,
    links: [{ label: texts.createCredential, href: '/portal/credentials' }],
    reads: ['listOwnCredentials'],
    isDone: async () => (await call('listOwnCredentials', { query: ONE })).length > 0,
  },
  {
    label: texts.webhook,
    links: [{ label: texts.createWebhook, href: '/portal/webhooks' }],
    reads: ['listOwnWebhookEndpoints'],
    isDone: async () => (await call('listOwnWebhookEndpoints', { query: ONE })).length > 0,
  },
  {
    label: texts.funds,
    links: [{ label: texts.payIn, href: '/portal/pay-in' }],
    reads: ['getOwnFunds'],
    // A currency is listed once it had funds or credit.
    isDone: async () => (await call('getOwnFunds')).length > 0,
  },
]

export function PartnerSteps() {
  const can = useCan()
  const order: Step = {
    label: texts.order,
    links: [
      can('placeOwnOrder')
        ? { label: texts.placeOrder, href: '/portal/shop' }
        : { label: texts.placeOrderByProgram, href: '/portal/orders' },
    ],
    reads: ['listOwnOrders'],
    isDone: async () => (await call('listOwnOrders', { query: ONE })).length > 0,
  }
  return <FirstSteps of={[...STEPS, order]} />
}
