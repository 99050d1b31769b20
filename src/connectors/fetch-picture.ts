import { Agent, request } from 'undici'
import { MS_PER_SECOND } from '../core/mod.ts'
import { guardedConnector } from '../webhooks/mod.ts'
import type { Account } from './account-rows.ts'
import { readAtMost } from './read-at-most.ts'

const TIMEOUT_MS = 10 * MS_PER_SECOND

/**
 * Returns the bytes of a picture that a supplier names. Fetches public addresses by https, and the
 * account's own address, which may be that of a stand-in. Throws an Error that says why there is no
 * picture.
 */
export async function fetchPicture(
  url: string,
  { baseUrl }: Pick<Account, 'baseUrl'>,
  bytesMax: number,
): Promise<Buffer> {
  const { origin, protocol, username } = new URL(url)
  const isOfAccount = baseUrl !== undefined && new URL(baseUrl).origin === origin
  if (username !== '' || (protocol !== 'https:' && !isOfAccount)) {
    throw new Error('the picture is not at an https address')
  }
  const agent = new Agent(isOfAccount ? {} : { connect: guardedConnector() })
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const { statusCode, body } = await request(url, { dispatcher: agent, signal })
    if (statusCode !== 200) throw new Error(`the picture was answered by ${statusCode}`)
    return await readAtMost(body, bytesMax, `the picture has more than ${bytesMax} bytes`)
  } finally {
    await agent.destroy()
  }
}
