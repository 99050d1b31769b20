/** The words of faults of connections, as pages show them; loaded with those pages. */
export const faultTexts = {
  /** By the code of the system, or by the English words with `#` in place of each number. */
  words: {
    ECONNREFUSED: 'the connection was refused',
    ECONNRESET: 'the connection was closed before a response',
    EHOSTUNREACH: 'the host cannot be reached',
    ENETUNREACH: 'the network cannot be reached',
    ENOTFOUND: 'the host name was not found',
    EAI_AGAIN: 'the host name could not be resolved',
    EPIPE: 'the connection was closed before a response',
    ETIMEDOUT: 'no connection in time',
  } as Readonly<Record<string, string>>,
} as const
