import { CASE_COLUMNS } from '../cases/case-rows.ts'
import { CASE_KINDS, CASE_STATES } from '../cases/case.ts'
import { unreservedIn, unreservedReplacements } from '../cases/compare-cases.ts'
import { countCases, isWanted, newestCases, orderOf, type CaseFilter } from '../cases/list-cases.ts'
import { addTwin, sql, type Statement } from '../db/mod.ts'

addTwin(
  newestCases,
  (filter, { offset, limit }) => sql`
    select ${CASE_COLUMNS} from cases where ${isOfAny(filter)} ${isWanted(filter)}
    order by ${orderOf(filter)}
    offset ${offset} limit ${limit}`,
)

addTwin(
  countCases,
  (filter) => sql`
    select count(*) as total from cases where ${isOfAny(filter)} ${isWanted(filter)}`,
)

function isOfAny({ kind, state }: CaseFilter): Statement<never> {
  return sql`
    kind = any(${kind ? [kind] : [...CASE_KINDS]}::text[])
    and state = any(${state ? [state] : [...CASE_STATES]}::text[])`
}

addTwin(
  unreservedReplacements,
  (partnerId) => sql`
    with own as materialized (select * from cases where partner_id = ${partnerId})
    ${unreservedIn(sql`own`, partnerId)}`,
)
