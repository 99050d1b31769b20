import type { FastifyRequest } from 'fastify'
import type { CardPlace } from './card-views.ts'
import type { Form } from './page-reply.ts'
import type { Place, View } from './view.ts'

/** Returns the card that a path names by its number among those of a link or wallet. */
export function cardOf({ orders }: View, request: FastifyRequest): CardPlace | undefined {
  const number = numberIn(request, 'card')
  const order = orders[number - 1]
  return order && { order, number }
}

/** Returns a number of a path; 0 if it is not one. */
export function numberIn({ params }: FastifyRequest, name: string): number {
  const text = (params as Readonly<Record<string, string>>)[name] ?? ''
  return /^[1-9]\d{0,15}$/.test(text) ? Number(text) : 0
}

const SEARCH_LENGTH_MAX = 60

/** Returns which of the cards a page shows. */
export function placeOf(request: FastifyRequest): Place {
  const page = textIn(request, 'page')
  const search = textIn(request, 'q').trim().slice(0, SEARCH_LENGTH_MAX)
  return { page: /^[1-9]\d{0,3}$/.test(page) ? Number(page) : 1, search }
}

export function formOf({ body }: FastifyRequest): Form {
  return (body ?? {}) as Form
}

/** Returns a parameter of the query; empty if it is missing. */
export function textIn({ query }: FastifyRequest, name: string): string {
  const text = (query as Readonly<Record<string, unknown>>)[name]
  return typeof text === 'string' ? text : ''
}
