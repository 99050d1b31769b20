import { messages } from '../messages/messages.ts'

/** A request had no response: the connection is lost, or the service does not run. */
export class Unreachable extends Error {
  constructor(isWrite: boolean, options: ErrorOptions) {
    const { unknown, unreachable } = messages.connection
    super(isWrite ? unknown : unreachable, options)
  }
}
