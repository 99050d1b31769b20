import { messages } from '../messages/messages.ts'

/** From a day until before another, in lists of what happened at a time. */
export const TIME_FILTERS = [
  { name: 'from', label: messages.list.since, kind: 'date' },
  { name: 'to', label: messages.list.before, kind: 'date' },
] as const
