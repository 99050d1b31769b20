import type { ClaimCheck, DayCount } from './review-rows.ts'

/** The template; undefined: all links of the partner, also those without one. */
type Template = string | undefined

/** Counts of claims within a day: by network, address and number, and sums by currency. */
export class DayCounts {
  /** Counts by template and keyed hash. */
  readonly #claims = new Map<string, number>()
  /** Sums by template and currency. */
  readonly #amounts = new Map<string, bigint>()

  constructor(counted: readonly DayCount[]) {
    for (const {
      template_id: templateId,
      blind,
      currency,
      claims,
      amount_minor: minor,
    } of counted) {
      const template = templateId ?? undefined
      if (blind) this.#addClaims(template, blind, claims)
      if (currency !== null) this.#addAmount(template, currency, minor)
    }
  }

  add(check: ClaimCheck): void {
    const { templateId, currency, amountMinor } = check
    for (const blind of [check.networkBlind, check.addressBlind, check.phoneBlind]) {
      if (blind) this.#addClaims(templateId, blind, 1)
    }
    this.#addAmount(templateId, currency, amountMinor)
  }

  claimsOf(blind: Buffer, template: Template): number {
    return this.#claims.get(keyOf(template, blind.toString('hex'))) ?? 0
  }

  amountOf(currency: string, template: Template): bigint {
    return this.#amounts.get(keyOf(template, currency)) ?? 0n
  }

  #addClaims(template: Template, blind: Buffer, claims: number): void {
    for (const key of keysOf(template, blind.toString('hex'))) {
      this.#claims.set(key, (this.#claims.get(key) ?? 0) + claims)
    }
  }

  #addAmount(template: Template, currency: string, minor: bigint): void {
    for (const key of keysOf(template, currency)) {
      this.#amounts.set(key, (this.#amounts.get(key) ?? 0n) + minor)
    }
  }
}

function keyOf(template: Template, owner: string): string {
  return `${template ?? ''} ${owner}`
}

/** A claim that is counted for a template is counted for its partner, too. */
function keysOf(template: Template, owner: string): Set<string> {
  return new Set([keyOf(template, owner), keyOf(undefined, owner)])
}
