import { expect, test } from 'vitest'
import { startService } from '../support/service.ts'

/** SQL that makes the first `times` writes of books fail, as if each had moved to another node. */
const failingWrites = (times: number): string => `
  create sequence tries;
  create function move_book() returns trigger language plpgsql as $$
  begin
    if nextval('tries') <= ${times} then raise division_by_zero; end if;
    return new;
  end $$;
  create trigger moves before update on books for each row execute function move_book()`

test.each([
  { times: 2, status: 201, funds: 5 },
  { times: 3, status: 500, funds: 0 },
])(
  'a deposit to a book that moves $times times under its lock: status $status, funds $funds',
  async (expected) => {
    const { admin, db, newPartner } = await startService()
    const partner = await newPartner()
    await db.pool.query(failingWrites(expected.times))

    const deposit = { currency: 'USD', amount: 5, reference: 'first' }
    const { status } = await admin.post(`/admin/v1/partners/${partner.partnerId}/deposits`, deposit)

    const { USD: funds = 0 } = await partner.funds()
    expect({ ...expected, status, funds }).toEqual(expected)
  },
)
