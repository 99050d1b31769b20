import { linkTexts as texts } from '../messages/en-links.ts'
import { TIME_FILTERS } from './time-filters.ts'

const STATUSES = ['OPEN', 'PARTLY_CLAIMED', 'CLAIMED', 'EXPIRED', 'CANCELLED', 'RETURNED']

/** The filters of a partner's links. */
export const LINK_FILTERS = [
  { name: 'email', label: texts.staff.mailedTo },
  { name: 'reference', label: texts.staff.anyReference },
  { name: 'status', label: texts.status, choices: STATUSES },
  ...TIME_FILTERS,
] as const
