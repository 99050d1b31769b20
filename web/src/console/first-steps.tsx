import { call } from '../api/client.ts'
import { FirstSteps } from '../components/first-steps.tsx'
import { ONE, type Step } from '../components/read-steps.ts'
import { firstStepsTexts as texts } from '../messages/en-first-steps.ts'

const STEPS: readonly Step[] = [
  {
    label: texts.partner,
    links: [{ label: texts.createPartner, href: '/console/partners' }],
    reads: ['listPartners'],
    isDone: async () => (await call('listPartners', { query: ONE })).length > 0,
  },
  {
    label: texts.stock,
    links: [
      { label: texts.importCodes, href: '/console/catalog' },
      { label: texts.addSupplier, href: '/console/suppliers' },
    ],
    reads: ['listStock', 'listSuppliers'],
    async isDone() {
      const suppliers = await call('listSuppliers', { query: ONE })
      return suppliers.length > 0 || (await call('listStock', { query: ONE })).length > 0
    },
  },
  {
    label: texts.price,
    links: [{ label: texts.setPrice, href: '/console/prices' }],
    reads: ['listPriceRules'],
    isDone: async () => (await call('listPriceRules', { query: ONE })).length > 0,
  },
  {
    label: texts.order,
    links: [{ label: texts.awaitOrder, href: '/console/orders' }],
    reads: ['listOrders'],
    isDone: async () => (await call('listOrders', { query: ONE })).length > 0,
  },
]

export function OperatorSteps() {
  return <FirstSteps of={STEPS} />
}
