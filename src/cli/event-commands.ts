import { group } from './invocation.ts'
import { operation } from './operation.ts'

export const EVENTS = group('the events in the feed of a partner', {
  list: operation('listEvents', {
    about: 'list events, newest first',
    columns: ['createdAt', 'id', 'type', 'data'],
  }),
})
