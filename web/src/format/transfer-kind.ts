import { messages } from '../messages/messages.ts'
import { readable } from './format.ts'

const KINDS: Readonly<Record<string, string>> = messages.movements.kinds

/** Returns what a transfer of money is called. Some kinds are no movements of funds. */
export function transferKind(kind: string): string {
  return KINDS[kind] ?? readable(kind)
}
