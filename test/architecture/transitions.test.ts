import { afterAll, beforeAll, expect, test } from 'vitest'
import { ORDER_STATUSES, TRANSITIONS, type OrderStatus } from '../../src/orders/transitions.ts'
import { startDomainTest, type Domain } from '../support/domain.ts'

const NO_STATUS = null
const UNKNOWN_STATUS = 'LOST'

let domain: Domain
let orderNo: number

beforeAll(async () => {
  domain = await startDomainTest()
  await domain.product()
  await domain.deposit(100)
  orderNo = (await domain.place()).orderNo
})
afterAll(() => domain.end())

const PAIRS = [NO_STATUS, ...ORDER_STATUSES].flatMap((from) =>
  [...ORDER_STATUSES, UNKNOWN_STATUS].map((to) => [from, to] as const),
)

test('there are 49 pairs: from none or one of the six, to one of the six or an unknown one', () => {
  expect(PAIRS).toHaveLength(49)
})

test.each(PAIRS)(
  '%s -> %s: the database agrees with the table of transitions',
  async (from, to) => {
    const isInTable = from === null ? to === 'PENDING' : movesOf(from).includes(to)

    expect(await refusalOf(from, to)).toBe(isInTable ? undefined : 'orders_transition')
  },
)

function movesOf(from: OrderStatus): readonly string[] {
  return TRANSITIONS[from]
}

/** Returns the constraint that a change of a real row violates, and undoes the change. */
async function refusalOf(from: string | null, to: string): Promise<string | undefined> {
  const client = await domain.db.pool.connect()
  try {
    await client.query('begin')
    await client.query(
      `update orders
       set previous_status = $1, status = $2,
           completed_at = case when $2 = 'COMPLETED' then created_at end,
           hold_no = case when $2 = 'ON_HOLD' then null else hold_no end
       where partner_id = $3 and order_no = $4`,
      [from, to, domain.partnerId, orderNo],
    )
    return undefined
  } catch (error) {
    if (error instanceof Error && 'constraint' in error) return String(error.constraint)
    throw error
  } finally {
    await client.query('rollback')
    client.release()
  }
}
