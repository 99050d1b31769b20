import type { Entry } from '../api/client.ts'
import { linkTexts as texts } from '../messages/en-links.ts'
import type { BulkAct } from './bulk-act.ts'
import { OPTIONAL_REASON, REASON } from './reason.ts'

const OPEN = ['OPEN', 'PARTLY_CLAIMED']

type LinkRow = Pick<
  Entry<'listLinks'>,
  'linkId' | 'status' | 'name' | 'email' | 'phone' | 'reference' | 'delivery'
>

const ACTS = {
  console: { resend: 'resendLink', cancel: 'cancelLink', fields: [REASON] },
  portal: { resend: 'resendOwnLink', cancel: 'cancelOwnLink', fields: [OPTIONAL_REASON] },
} as const

/** Returns the acts for several links at once. Both can be repeated without harm. */
export function linkBulk(application: keyof typeof ACTS): readonly BulkAct<LinkRow>[] {
  const { resend, cancel, fields } = ACTS[application]
  const common = {
    fields,
    nameOf: ({ name, email, phone, reference, linkId }: LinkRow) =>
      name ?? email ?? phone ?? reference ?? linkId,
    inputOf: ({ linkId }: LinkRow) => ({ path: { linkId }, body: {} }),
  }
  const isOpen = ({ status }: LinkRow): boolean => OPEN.includes(status)
  return [
    {
      ...common,
      operation: resend,
      label: texts.resend,
      text: texts.resendAll,
      isFor: (row) => isOpen(row) && row.delivery === 'EMAIL',
    },
    {
      ...common,
      operation: cancel,
      label: texts.cancel,
      text: texts.cancelAll,
      isDangerous: true,
      isFor: isOpen,
    },
  ]
}
