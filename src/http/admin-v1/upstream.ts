import { Type } from 'typebox'
import { findStoredCurrency, isoTime, wireAmount } from '../../core/mod.ts'
import type { UpstreamView } from '../../upstream/mod.ts'
import { optionalTime } from '../answer.ts'

/** Our account at another service, as the operator sees it: without its secrets. */
export const UpstreamShape = Type.Object({
  name: Type.String(),
  baseUrl: Type.String(),
  clientId: Type.String(),
  currency: Type.String(),
  active: Type.Boolean(),
  lowFloat: Type.Optional(Type.Number()),
  floats: Type.Array(
    Type.Object({ currency: Type.String(), funds: Type.Number(), seenAt: Type.String() }),
  ),
  answers: Type.Boolean(),
  answeredAt: Type.Optional(Type.String()),
  lastFault: Type.Optional(Type.String()),
  lastFaultAt: Type.Optional(Type.String()),
  createdAt: Type.String(),
})

/** `answers`: whether it did when it was last asked. */
export function upstreamOf(upstream: UpstreamView) {
  const { name, baseUrl, clientId, currency, active, lowFloatMinor, answeredAt } = upstream
  return {
    name,
    baseUrl,
    clientId,
    currency: currency.code,
    active,
    lowFloat: lowFloatMinor === null ? undefined : wireAmount(lowFloatMinor, currency),
    floats: upstream.floats.flatMap(floatOf),
    answers: answeredAt !== undefined && answeredAt > (upstream.faultedAt ?? -Infinity),
    answeredAt: optionalTime(answeredAt),
    lastFault: upstream.lastFault,
    lastFaultAt: optionalTime(upstream.faultedAt),
    createdAt: isoTime(upstream.createdAt),
  }
}

function floatOf({ currency: code, fundsMinor, seenAt }: UpstreamView['floats'][number]) {
  const currency = findStoredCurrency(code)
  if (!currency) return []
  return [{ currency: code, funds: wireAmount(fundsMinor, currency), seenAt: isoTime(seenAt) }]
}
