import { vi } from 'vitest'
import type { Database } from '../../src/db/mod.ts'
import type { Movement } from './movements.ts'

const BOUND = { timeout: 60_000, interval: 80 }

/** Checks the mails of a partner's people: one for each credit of a wallet, in their order. */
export async function faultsOfMails(
  db: Database,
  partnerId: number,
  mails: { readonly accepted: readonly string[]; readonly movements: readonly Movement[] },
): Promise<string[]> {
  const credits = mails.movements.filter(
    ({ account, posted }) => Number(account) >= 0 && posted > 0,
  )
  const attempts = await untilSent(db, partnerId, credits.length)
  const own = mails.accepted.filter((id) => id.startsWith(`credit.${partnerId}.`))
  const isCredit = (id: string) => credits.some((one) => numberOf(one.id) === numberOf(id))
  const withoutMail = credits.filter(({ id }) => !own.some((one) => numberOf(one) === numberOf(id)))
  const first = [...new Set(own)].map(numberOf)
  const wallets = new Map(credits.map(({ id, account }) => [numberOf(id), account]))
  const late = first.filter((number, at) =>
    first.slice(0, at).some((one) => one > number && wallets.get(one) === wallets.get(number)),
  )
  const tooOften = [...attempts].filter(
    ([number, count]) => own.filter((id) => numberOf(id) === number).length > count,
  )
  return [
    ...withoutMail.map(({ id }) => `no mail says ${id}`),
    ...own.filter((id) => !isCredit(id)).map((id) => `${id} is of no credit`),
    ...late.map((number) => `the mail of ${number} came after that of a later credit`),
    ...tooOften.map(([number]) => `the mail of ${number} came more often than it was sent`),
  ]
}

/** Waits until the mail of each credit was sent; returns the number of attempts. */
async function untilSent(
  db: Database,
  partnerId: number,
  credits: number,
): Promise<ReadonlyMap<number, number>> {
  const read = async () => {
    const { rows } = await db.pool.query(
      `select transfer_no::int as number, attempts, status = 'SENT' as is_sent
       from notifications where partner_id = $1`,
      [partnerId],
    )
    return rows
  }
  const isDone = async (): Promise<void> => {
    // A second attempt is made after seconds only, and that of a killed process after minutes.
    await db.pool.query(
      `update notifications set next_try_at = now()
       where partner_id = $1 and status = 'PENDING' and next_try_at > now()`,
      [partnerId],
    )
    const sent = (await read()).filter(({ is_sent: isSent }) => isSent)
    if (sent.length < credits) throw new Error(`${sent.length} of ${credits} mails were sent`)
  }
  await vi.waitFor(isDone, BOUND).catch(() => undefined)
  return new Map((await read()).map(({ number, attempts }) => [number, attempts]))
}

/** Ids of mails and of movements name a partner, and then the transfer. */
function numberOf(id: string): number {
  return Number(id.split(/[._]/)[2])
}
