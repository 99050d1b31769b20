import { messages } from '../messages/messages.ts'
import { readable } from './format.ts'

const KINDS: Readonly<Record<string, string>> = messages.movements.kinds

/** Returns the name of a kind of transfers. Some of them are not movements of funds. */
export function transferKind(kind: string): string {
  return KINDS[kind] ?? readable(kind)
}
