import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { count } from '../format/format.ts'
import { againTexts as texts } from '../messages/en-order.ts'
import { messages } from '../messages/messages.ts'
import type { RepeatedLine } from './cart-line.ts'
import { useCart } from './cart-store.ts'
import { refill } from './refill.ts'
import { wholeCatalog } from './whole-catalog.ts'

interface RefillInput {
  readonly lines: readonly RepeatedLine[]
  /** The wallet that pays, unless the cart has one already. */
  readonly currency: string
}

/** Puts lines into the cart, below those that stand there, and says what it left out. */
export function useRefill() {
  const [cart, change] = useCart()
  return useMutation({
    mutationFn: async ({ lines: repeated, currency: other }: RefillInput) => {
      const currency = cart.lines.length > 0 && cart.currency !== '' ? cart.currency : other
      const { lines, gone, needsRecipient } = refill(repeated, await wholeCatalog(currency))
      if (lines.length > 0) {
        change((now) => ({ ...now, currency, lines: [...now.lines, ...lines] }))
        notify(texts.filled(count(lines.length)))
      }
      if (gone.length > 0) warn(texts.gone(gone.join(', ')))
      if (needsRecipient.length > 0) warn(texts.asks(needsRecipient.join(', ')))
      return lines.length
    },
  })
}

const closeButtonProps = { 'aria-label': messages.close }

function notify(message: string): void {
  notifications.show({ message, closeButtonProps })
}

/** Shows a warning until the reader closes it. */
export function warn(message: string): void {
  notifications.show({ message, closeButtonProps, color: 'orange', autoClose: false })
}
