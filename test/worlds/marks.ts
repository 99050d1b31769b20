import type { Act, Answer } from '../oracle/acts.ts'
import type { View } from '../oracle/view.ts'
import type { Transcript } from './run-history.ts'

/** Names the states that a history has reached. */
export function reachedBy({ acts, answers, views }: Transcript): Set<string> {
  const answered = acts.flatMap((act, at) => {
    const each = act.act === 'together' ? act.acts : [act]
    return each.flatMap((one, place) => answersOf(one, answers[at]?.[place]))
  })
  return new Set([...answered, ...views.flatMap(statesOf), ...termsReached(acts, views)])
}

/** Names the statuses of orders whose lines require a validity, or credit a wallet. */
function termsReached(acts: readonly Act[], views: readonly View[]): string[] {
  const placed = acts.flatMap((act) => (act.act === 'place' ? [act] : []))
  return views.flatMap(({ orders }, no) =>
    orders.flatMap(({ reference, status }) => {
      const own = placed.find(({ partner, key }) => partner === no && key === reference)
      const terms = own?.lines.flatMap(([, , , of]) => Object.keys(of ?? {})) ?? []
      return terms.map((term) => `order with ${term} ${status}`)
    }),
  )
}

function answersOf(act: Act, answer: Answer | undefined): string[] {
  const { status, fields, replayed, results } = answer ?? { status: 0 }
  const named = ((fields ?? []) as readonly string[]).map((one) => one.replaceAll(/\d+/g, ''))
  const isReplayed = replayed === true ? ['replayed'] : []
  const rows = ((results ?? []) as readonly Answer[]).map((row) => `row of a bulk: ${row.status}`)
  return [[kindOf(act), status, ...new Set(named), ...isReplayed].join(' '), ...rows]
}

function kindOf(act: Act): string {
  if (act.act === 'answer') return `${act.act} ${act.outcome}`
  if (act.act === 'end link') return `${act.how} link`
  if (act.act === 'bulk') return act.isAtomic ? 'atomic bulk' : 'bulk'
  if (act.act === 'status') return act.status
  if (act.act !== 'case') return act.act
  const isPart = act.kind === 'refund' && act.part
  return `${act.isRequest ? 'asked' : 'decided'} ${isPart ? 'part of a ' : ''}${act.kind}`
}

function statesOf({ orders, links, movements, funds }: View): string[] {
  const moves = orders.flatMap(({ events }) =>
    events.slice(1).map((to, at) => `order ${events[at]} to ${to}`),
  )
  const ends = orders.flatMap(({ status, charged, events, total }) => [
    ...(status === 'CANCELLED' && (charged ?? 0) > 0 ? ['charged for a part and CANCELLED'] : []),
    ...(events.filter((one) => one === 'ON_HOLD').length > 1 ? ['ON_HOLD twice'] : []),
    ...(status === 'COMPLETED' && (charged ?? 0) > total ? ['charged more than face value'] : []),
    ...(status === 'COMPLETED' && (charged ?? 0) < total ? ['charged less than face value'] : []),
  ])
  const linked = links.flatMap(({ status, events, held, claimed, returned }) => [
    `link ${status}`,
    ...events.slice(1).map((to, at) => `link ${events[at]} and ${to}`),
    ...(held > 0 ? ['link with an order that is open'] : []),
    ...(claimed > 0 && returned > 0 ? ['link claimed in part and returned'] : []),
  ])
  const short = Object.values(funds).some(({ available }) => available < 0)
  return [...moves, ...ends, ...linked, ...movements.map(([kind]) => `moved by ${kind}`)].concat(
    short ? ['funds below zero'] : [],
  )
}
