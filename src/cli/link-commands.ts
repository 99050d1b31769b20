import { group } from './invocation.ts'
import { operation } from './operation.ts'

export const LINKS = group('links: value that a person claims', {
  list: operation('listLinks', {
    about: 'list the links of a partner, newest first',
    columns: ['createdAt', 'linkId', 'status', 'amount', 'left', 'currency', 'email', 'reference'],
  }),
  show: operation('getLink', { about: 'show a link, its mails and what was chosen of it' }),
  resend: operation('resendLink', { about: 'mail a link to its person once more' }),
  cancel: operation('cancelLink', { about: 'end a link; what is left of it goes back' }),
  release: operation('releaseLink', { about: 'release a link that waits for a review' }),
  reviews: operation('listLinkReviews', {
    about: 'list the links that wait for a review',
    columns: ['reviewUntil', 'linkId', 'rule', 'partnerId', 'left', 'currency', 'email'],
  }),
  templates: operation('listLinkTemplates', {
    about: 'list the templates of the links of a partner, with their rules for claims',
    columns: ['name', 'templateId', 'senderName', 'secondFactor', 'updatedAt'],
  }),
  reveal: operation('revealLink', {
    about: 'give a link another address and show it once; the one before ends',
  }),
})
