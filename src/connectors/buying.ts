import type { ProductType } from '../catalog/mod.ts'
import { formatAmount, storedCurrency, type Clock } from '../core/mod.ts'
import type { Database } from '../db/mod.ts'
import type { IssueRequest } from '../supply/mod.ts'
import type { Vault } from '../vault/mod.ts'
import type { Creation, Manifest, Unit } from './adapter.ts'
import { fieldsOfOffer } from './request-offer.ts'
import type { Connection } from './connections.ts'
import type { Create, CreateKey } from './create-rows.ts'
import type { Consequence, LookUpWay } from './machine.ts'

export interface BuyContext {
  readonly db: Database
  readonly vault: Vault
  readonly clock: Clock
}

/** A create that is open, its account and its request. */
export interface Buying {
  readonly request: Pick<IssueRequest, 'recipient' | 'leaseEpoch' | 'minValidityDays'>
  readonly productType: ProductType
  readonly create: Create
  readonly connection: Connection
  /** False once the order was cancelled: a create that was never sent stays unsent. */
  readonly isSendable: boolean
}

/** Returns the purchase of a create that no batch needs any more. */
export function buyingOf({
  create,
  connection,
  productType,
}: Pick<Buying, 'create' | 'connection' | 'productType'>): Buying {
  return { create, connection, productType, request: { recipient: undefined }, isSendable: false }
}

/** The outcome of one part of a batch, as far as it is known. */
export type PartOutcome =
  | { readonly is: 'done'; readonly units: readonly Unit[] }
  | { readonly is: 'refused'; readonly for: RefusedPart; readonly reason: string }
  | { readonly is: 'open'; readonly seconds: number; readonly reason: string | undefined }
  | { readonly is: 'unknown'; readonly reason: string; readonly isAlerted?: true }
export type RefusedPart = Extract<Consequence, { means: 'refused' }>['for'] | 'reversed' | 'listing'

/** Returns a create as its adapter sees it. */
export function creationOf({ create, connection, request, productType }: Buying): Creation {
  const { theirs, settings, offer, currency, faceValueMinor, quantity } = create
  return {
    reference: referenceThere(create, connection.adapter.manifest.referenceForm),
    theirs,
    productType,
    settings,
    faceValue: { amount: formatAmount(faceValueMinor, storedCurrency(currency)), currency },
    units: quantity,
    recipient: request.recipient ?? {},
    offer: fieldsOfOffer(offer),
    minValidityDays: request.minValidityDays,
  }
}

/** Returns how this create is found again; see `Adapter.lookUp`. */
export function lookUpWayOf({ connection, ...buying }: Buying): LookUpWay {
  const { adapter, exchange } = connection
  const call = adapter.lookUp(creationOf({ ...buying, connection }), exchange.account())
  if (typeof call === 'object') return 'byCall'
  return call === 'repeat' ? 'byRepeat' : 'never'
}

/** Returns our reference of a create as its supplier has it. */
export function referenceThere(create: NamedCreate, form?: ReferenceForm): string {
  const { partnerId, orderNo, batchNo, reference } = create
  if (form === 'batch') return `tessera-${partnerId}-${orderNo}-${batchNo}-${reference}`
  return form === 'hex' ? reference.replaceAll('-', '') : reference
}

/** The form of our references at a supplier. */
export type ReferenceForm = Manifest['referenceForm']

type NamedCreate = Omit<CreateKey, 'firstUnit' | 'createNo'>
