import { messages } from '../messages/messages.ts'

/** A request was refused, because the session was ended elsewhere or has expired. */
export class SessionOver extends Error {
  constructor(isWrite: boolean) {
    const { notDone, over } = messages.sessionOver
    super(isWrite ? notDone : over)
  }
}
