import { stockTexts } from '../messages/en-stock.ts'
import { StatusBadge } from './status-badge.tsx'

const texts = stockTexts

/** Says that the codes of a face value are sold out, or below their threshold. */
export function StockState({ stock: { free, isLow } }: { readonly stock: Stock }) {
  if (free === 0) return <StatusBadge status={texts.soldOut} color="red" />
  return isLow ? <StatusBadge status={texts.low} color="orange" /> : null
}

interface Stock {
  readonly free: number
  readonly isLow: boolean
}
