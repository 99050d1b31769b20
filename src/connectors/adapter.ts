import type { TSchema } from 'typebox'
import type { ProductType } from '../catalog/mod.ts'
import type { ExactJson, JsonBody } from './exact-json.ts'
import type { CatalogPage, Fields } from './listing.ts'
import type { SupplierWebhook } from './webhook-fields.ts'

export type { CatalogPage, Fields, ListedRange, Listing } from './listing.ts'

/** An amount as decimal text in units of its currency: `9.50`. Never a double. */
export interface Money {
  readonly amount: string
  readonly currency: string
}

/** One create at a supplier: at most `unitsPerCreate` units of one face value. */
export interface Creation {
  /** Our reference, rendered as the manifest says. No other create ever has it. */
  readonly reference: string
  /** The supplier's reference, once it is known. */
  readonly theirs: string | undefined
  readonly productType: ProductType
  /** The product's settings for this supplier; they fit the manifest's `settings`. */
  readonly settings: Fields
  readonly faceValue: Money
  readonly units: number
  readonly recipient: Fields
  /** The fields of the offer that is bought, if one was requested before; see `offer`. */
  readonly offer: Fields
  /** Codes that are valid for fewer days are not accepted. */
  readonly minValidityDays?: number | undefined
}

/** Our account at a supplier, as an adapter sees it. */
export interface AdapterAccount {
  readonly environment: Environment
  /** Fields of the manifest's schema `secrets`. */
  readonly secrets: Fields
  /** Fields of the manifest's schema `account`. */
  readonly settings: Fields
  /** The instant of this request, in milliseconds. */
  readonly now: number
}

export const ENVIRONMENTS = ['live', 'sandbox'] as const
export type Environment = (typeof ENVIRONMENTS)[number]

/** A request, as an adapter describes it. The kit sends it. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** A name of the manifest's `hosts`; empty if each account names its own host. */
  readonly host: string
  /** Encoded, below the host's address; begins with a slash. */
  readonly path: string
  readonly query?: Fields
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: JsonBody
  /** The audience of the bearer token that the request needs; see `token`. */
  readonly audience?: string
}

/** A response. Its numbers are texts. */
export interface Reply {
  readonly status: number
  /** By lower-case name. */
  readonly headers: Fields
  /** Undefined if the body is not JSON. */
  readonly json: ExactJson | undefined
}

/** A response as it arrived. */
export interface RawReply extends Omit<Reply, 'json'> {
  readonly body: Buffer
}

/** One unit: a code, or the receipt of a delivery to a recipient. */
export interface Unit {
  readonly number?: string | undefined
  readonly pin?: string | undefined
  readonly barcode?: string | undefined
  readonly barcodeType?: string | undefined
  readonly url?: string | undefined
  /** The last day on which it can be redeemed: `2027-12-31`. */
  readonly expiresOn?: string | undefined
}

/**
 * Why a supplier refuses a create. `account`: our credential, our address or a limit of ours.
 * `product` also stops selling that product from this account.
 */
export type RefusedFor =
  | 'funds'
  | 'stock'
  | 'amount'
  | 'recipient'
  | 'product'
  | 'account'
  | 'request'

/**
 * The meaning of a response for one create. `done`, `refused` and `reversed` are definite;
 * `notFound` is definite only if the manifest says so.
 */
export type Verdict =
  | {
      readonly is: 'done'
      readonly theirs: string
      /** `separate`: the codes are read by further calls; see `codes`. */
      readonly units: readonly Unit[] | 'separate'
      /** The amount that the supplier took from our account for all units. */
      readonly charged?: Money | undefined
    }
  | {
      readonly is: 'accepted'
      readonly theirs?: string
      readonly askAgainInSeconds: number
      /** True if a young purchase is looked up sooner: after a quarter of its age, from 5 s on. */
      readonly isSoonerAtFirst?: true
    }
  | {
      readonly is: 'refused'
      readonly for: RefusedFor
      readonly detail: string
      /**
       * True if every copy of this create gets this refusal, because of its content or account.
       * Other refusals, such as for insufficient funds, may be caused by an earlier copy.
       */
      readonly isOfEachCopy?: true
    }
  /** The supplier has the reference already, so the create is looked up. */
  | { readonly is: 'duplicate' }
  | {
      readonly is: 'busy'
      readonly askAgainInSeconds?: number
      readonly detail: string
      /** Set by the kit if it has not sent the request, or if the token had ended. */
      readonly why?: 'unsent' | 'token'
    }
  | { readonly is: 'notFound' }
  /** The create was done, and the supplier took it back. */
  | { readonly is: 'reversed'; readonly theirs: string; readonly detail: string }
  /** The create was done more than once: a person claims money back. `detail` names the orders. */
  | { readonly is: 'several'; readonly detail: string }
  /** The supplier has something else under our reference: a person must ask the supplier. */
  | { readonly is: 'odd'; readonly detail: string }
  | { readonly is: 'unknown'; readonly detail: string }

/** Our funds at a supplier that pay for certain products. */
export interface Pot extends Money {
  /** Empty if there is one pot for each currency. */
  readonly name: string
}

/** The offer of a supplier, before anything is bought. */
export interface Offer {
  /** Stored with the order, and passed to `create`. */
  readonly fields: Fields
  readonly operator?: string | undefined
  readonly due?: Money | undefined
  readonly fee?: Money | undefined
  readonly price?: Money | undefined
  readonly validSeconds?: number | undefined
}

export type OfferRequest = Pick<Creation, 'productType' | 'settings' | 'recipient'> & {
  readonly faceValue?: Money | undefined
}

/** A supplier's interface: which of its outcomes are definite, and what may be sent twice. */
export interface Manifest {
  readonly name: string
  readonly types: readonly ProductType[]
  /** The address of each host in each environment; `ofAccount`: each account names its own. */
  readonly hosts: Readonly<Record<string, Readonly<Record<Environment, string>>>> | 'ofAccount'
  /**
   * Flat objects of texts: the secrets and other fields of an account, and the settings of a
   * product.
   */
  readonly secrets: TSchema
  readonly account: TSchema
  readonly settings: TSchema
  /**
   * The fields that identify our account at the supplier. Open creates can be looked up only with
   * these, so they do not change while creates are open.
   */
  readonly identity?: readonly string[]
  readonly unitsPerCreate: number
  /** The form of our references, made of a UUID; `batch` puts the batch before it, for people. */
  readonly referenceForm: 'hex' | 'uuid' | 'batch'
  readonly repeat: Repeat
  /** After this time, a create can be found by its reference. */
  readonly visibleAfterSeconds: number
  /**
   * If nothing is found after this time, nothing was bought: no create can still be under way.
   * `never`: only a person can say so.
   */
  readonly notFoundIsDefiniteAfterSeconds: number | 'never'
  /**
   * True if the supplier does not document how late a create may still be found, so a person is
   * asked after the time above. The setting `ifNotFound` of an account overrides this.
   */
  readonly isDelayUnknown?: boolean
  /** From the connection to the end of the response. */
  readonly responseSeconds: number
  /** The greatest age at which a create that was delayed on its way is accepted. By default 0. */
  readonly acceptedWithinSeconds?: number
  /** A create that the supplier works on for longer is shown to a person. */
  readonly finalWithinSeconds: number
  /** The most requests in a minute. */
  readonly requestsPerMinute: number
  /** True if a purchase may later be taken back or shown twice. Then it is looked up again. */
  readonly isReversible: boolean
  /** True if docs/connectors.md specifies the interface: `trySupplier` then expects all of it. */
  readonly isSpecifiedHere?: true
  /** True for another Tessera, in which our traces continue. */
  readonly continuesTraces?: true
}

/**
 * The effect of sending the same create again under its reference.
 *
 *   replays    returns the first response; only for `forSeconds`, if that is set
 *   refuses    says that the reference is used
 *   buysAgain  buys again, so no create is sent twice; a refused create is looked up, because a
 *              gateway may have sent it twice
 *   unknown    counts as `buysAgain`
 */
export interface Repeat {
  readonly does: 'replays' | 'refuses' | 'buysAgain' | 'unknown'
  readonly forSeconds?: number
  /**
   * True if the effect is the same while the first request is under way. Otherwise both requests
   * might be executed, so a repeat waits until the first cannot be under way any more.
   */
  readonly mayOverlap?: true
}

/**
 * A supplier's interface, without I/O, time or state: it builds requests and reads responses. The
 * kit owns sockets, rows, tokens, limits, retries and secrets, and decides what is definite.
 */
export interface Adapter {
  readonly manifest: Manifest
  /** Returns the promises that are different at an account with these settings. */
  promisesAt?(settings: Fields): Pick<Manifest, 'acceptedWithinSeconds'>
  /**
   * Returns true if this is the response to that call; any other response counts as lost. Without
   * this function, TLS is trusted.
   */
  isGenuine?(raw: RawReply, call: Call, account: AdapterAccount): boolean
  /**
   * Returns the request that asks, before a create, whether a product is for sale. For suppliers
   * that accept a create which they cannot deliver yet, and do not cancel it then.
   */
  check?(creation: ToCheck, account: AdapterAccount): Call
  /** Returns why the product cannot be bought now; undefined if it can. */
  readCheck?(response: Reply, creation: ToCheck, account: AdapterAccount): Obstacle | undefined
  create(creation: Creation, account: AdapterAccount): Call
  readCreate(response: Reply, creation: Creation, account: AdapterAccount): Verdict
  /**
   * Returns the request that finds out what became of a create: by our reference, or by theirs
   * once it is known. `repeat`: the create itself is the look-up. `none`: nothing finds it.
   */
  lookUp(creation: Creation, account: AdapterAccount): Call | 'repeat' | 'none'
  readLookUp(response: Reply, creation: Creation, account: AdapterAccount): Verdict
  /** Returns the request for the codes of a done create. Its response may lead to another call. */
  codes?(creation: Creation, account: AdapterAccount): Call
  readCodes?(response: Reply, creation: Creation): ReadCodes
  catalog(account: AdapterAccount, cursor: string | undefined): Call
  readCatalog(response: Reply, cursor: string | undefined): CatalogPage | undefined
  balance(account: AdapterAccount): Call
  readBalance(response: Reply): readonly Pot[] | undefined
  offer?(request: OfferRequest, account: AdapterAccount): Call | undefined
  readOffer?(response: Reply, request: OfferRequest): Offer | undefined
  /** Returns the request that takes a create back, by our reference. */
  undo?(creation: Creation, account: AdapterAccount): Call
  readUndo?(response: Reply): UndoResult
  /** Returns the references that a webhook names, ours or theirs; undefined if it is forged. */
  readWebhook?(webhook: SupplierWebhook, account: AdapterAccount): readonly string[] | undefined
  /** Returns the request for a bearer token of this audience. */
  token?(audience: string, account: AdapterAccount): Call
  readToken?(response: Reply): { readonly token: string; readonly forSeconds: number } | undefined
}

export type ToCheck = Pick<Creation, 'settings' | 'faceValue'>

export interface Obstacle {
  readonly for: RefusedFor
  readonly detail: string
}

/** `odd`: why these codes cannot be those of the create. */
export type ReadCodes =
  | readonly Unit[]
  | 'notYet'
  | { readonly next: Call }
  | { readonly odd: string }

/** The result of taking a create back. `absent`: nothing has our reference there. */
export type UndoResult = 'undone' | 'absent' | 'refused' | 'unknown'
