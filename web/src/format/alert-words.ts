import { stockTexts } from '../messages/en-stock.ts'
import { messages } from '../messages/messages.ts'
import { messageOf } from './alert-message.ts'
import { partsOfAlert, type AlertPart, type AlertTexts } from './alert-text.ts'
import { localTime, readable } from './format.ts'

/** Returns the message of an alert without links, for a line that is itself a link. */
export function wordsOfAlert(alert: AlertTexts & { readonly kind: string }): string {
  return partsOfAlert({ ...alert, message: messageOf(alert) })
    .map(wordsOf)
    .join('')
}

function wordsOf(part: AlertPart): string {
  if (typeof part === 'string') return part
  if ('status' in part) return readable(part.status)
  if ('at' in part) return localTime(part.at)
  if ('partnerId' in part) return messages.partners.one(part.partnerId)
  if ('productId' in part) return stockTexts.product(part.productId)
  return part.orderId
}
