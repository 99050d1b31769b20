import { messages } from '../messages/messages.ts'

/** Filters of a list by time: from a day until before another. */
export const TIME_FILTERS = [
  { name: 'from', label: messages.list.since, kind: 'date' },
  { name: 'to', label: messages.list.before, kind: 'date' },
] as const
