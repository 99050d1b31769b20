import { setTimeout as wait } from 'node:timers/promises'
import { vi } from 'vitest'
import { signedClient, type Credentials, type Reply } from '../support/client.ts'
import { isLong } from '../support/length.ts'
import { runConcurrently } from './run-concurrently.ts'
import { Random } from './chaos-random.ts'
import { newMovement, type Sent } from './chaos-writes.ts'
import type { Endpoint } from './endpoint.ts'
import { DRAWN_FROM, type Act } from './failover-acts.ts'
import { CURRENCIES, FACES, newProduct, setRate, stockedProducts } from './failover-fixture.ts'
import type { FailoverFixture } from './failover-fixture.ts'
import { anyClaim, anyLinks, cancelAnyLink, isOwnOrder } from './failover-links.ts'
import { anyCredit, anyOrder, KeyedWrite, orderOf, type Survivors } from './failover-writes.ts'
import { newImport, newStock, type SentFile } from './sent-file.ts'

const LANES = isLong ? 12 : 6
/** The pause between writes while nobody waits for them: servers take long to start. */
const IDLE_PAUSE_MS = isLong ? 0 : 600
/** Suffices on a busy machine. */
const WAIT = { timeout: 180_000, interval: 5 }
const READY = { timeout: 180_000, interval: isLong ? 50 : 200 }

/** A service under load. */
export interface Member extends Endpoint {
  readonly url: string
  /** Number of times that it was frozen: afterwards it may respond with data of a lost history. */
  timesFrozen: number
  isFrozen: boolean
}

interface IssuedCredentials {
  readonly partnerId: number
  readonly credentials: Credentials
}

/** Acts of partners and of the operator that follow from a seed; only their timing does not. */
export class FailoverLoad {
  readonly writes: KeyedWrite[] = []
  readonly files: SentFile[] = []
  readonly issued: IssuedCredentials[] = []
  /** Responses that no request may have. */
  readonly wrong: string[] = []
  answered = 0
  readonly #fixture: FailoverFixture
  readonly #members: readonly Member[]
  readonly #random: Random
  readonly #products: number[] = []
  #lanes: Promise<void>[] = []
  #isEnding = false
  #answeredMin = 0
  #names = 0

  constructor(fixture: FailoverFixture, members: readonly Member[], seed: number) {
    this.#fixture = fixture
    this.#members = members
    this.#random = new Random(seed)
  }

  /** Imports the first codes. */
  async stockUp(): Promise<void> {
    for (const productId of stockedProducts(this.#fixture)) {
      if (productId === this.#fixture.scarce) continue
      for (const face of FACES) {
        const file = newStock(productId, face)
        this.files.push(file)
        await file.attempt(this.#any(this.#random), () => true)
      }
    }
  }

  start(): void {
    this.#lanes = Array.from({ length: LANES }, async () => {
      while (!this.#isEnding) {
        // Each act has its own random numbers, so it depends on its number, not on other lanes.
        const random = new Random(this.#random.below(2 ** 32))
        await this.run(random.pick(DRAWN_FROM), random)
        await wait(this.answered < this.#answeredMin ? 0 : IDLE_PAUSE_MS)
      }
    })
  }

  /** Makes the lanes send nothing new. */
  stop(): void {
    this.#isEnding = true
  }

  /** Starts no further request; returns when none is under way. */
  async end(): Promise<void> {
    this.stop()
    await Promise.all(this.#lanes)
  }

  /** Resolves when `by` more writes have succeeded. */
  async grows(by: number): Promise<void> {
    this.#answeredMin = this.answered + by
    await vi.waitFor(() => {
      if (this.answered < this.#answeredMin) throw new Error(`only ${this.answered} are answered`)
    }, WAIT)
  }

  /** Forgets all writes and imports that the database does not have. */
  forget({ names, wholeImports }: Survivors): void {
    for (const write of this.writes) {
      if (write.answer !== undefined && !names.has(write.sent.name)) write.lose()
    }
    for (const file of this.files) {
      if (file.answer !== undefined && !wholeImports.has(file.importId)) file.lose()
    }
  }

  /** Sends each request without a response until it has one; for times without faults. */
  async settle(): Promise<void> {
    await runConcurrently([...this.writes, ...this.files], (write) =>
      vi.waitFor(async () => {
        if (write.answer !== undefined || write.wrong.length > 0) return
        const status = await write.attempt(this.#any(this.#random), () => true)
        if (status !== 400 && write.answer === undefined) throw new Error(`no answer: ${status}`)
      }, READY),
    )
  }

  run(act: Act, random = this.#random): Promise<void> {
    const member = this.#any(random)
    const fixture = this.#fixture
    switch (act) {
      case 'order':
        return this.#write(new KeyedWrite(anyOrder(fixture, random)), member)
      case 'credit':
        return this.#write(new KeyedWrite(anyCredit(fixture, random)), member)
      case 'deposit':
        return this.#write(new KeyedWrite(this.#anyDeposit(random)), member)
      case 'link':
        return this.#write(new KeyedWrite(anyLinks(fixture, random)), member)
      case 'claim':
        return this.#claim(member, random)
      case 'endLink':
        return this.#endLink(member, random)
      case 'import':
        return this.#import(random.pick(stockedProducts(fixture)), random)
      case 'repeat':
        return this.#repeat(member, random)
      case 'read':
        return this.#read(member, random)
      case 'rate':
        return this.#setRate(member, random)
      case 'keys':
        return this.#operate(member, ['POST', '/admin/v1/keys/rotate', { scope: 'data' }])
      case 'issueCredential':
      case 'rotateCredential':
      case 'revokeCredential':
        return this.#changeCredential(act, member, random)
      case 'useCredential':
        return this.#useCredential(member, random)
      case 'newProduct':
        return this.#makeProduct(member, random)
      case 'renameProduct':
        return this.#renameProduct(member, random)
    }
  }

  /** Imports a file of codes, which serves waiting orders. */
  async #import(productId: number, random: Random): Promise<void> {
    const file = newImport(productId, random)
    this.files.push(file)
    await this.#attempt(file, this.#any(random))
  }

  #anyDeposit(random: Random): Sent {
    const movement = { currency: random.pick(CURRENCIES), amount: random.between(100, 1_000) }
    return newMovement('deposit', random.pick(this.#fixture.sellers), movement).sent
  }

  async #write(write: KeyedWrite, member: Member): Promise<void> {
    this.writes.push(write)
    await this.#attempt(write, member)
  }

  async #attempt(write: KeyedWrite | SentFile, member: Member): Promise<void> {
    const { timesFrozen } = member
    const status = await write.attempt(member, () => member.timesFrozen === timesFrozen)
    if (write.answer !== undefined) this.answered += 1
    if (status === undefined || status === 503) await this.#waitUntilReady(member)
  }

  /** Sends a write again under its key, with or without a response so far. */
  async #repeat(member: Member, random: Random): Promise<void> {
    const open = this.writes.filter(({ answer }) => answer === undefined)
    const candidates = random.chance(50) && open.length > 0 ? open : this.writes
    if (candidates.length > 0) await this.#attempt(random.pick(candidates), member)
  }

  /** Reads late orders with their items, the balances, or the catalog. */
  async #read(member: Member, random: Random): Promise<void> {
    const { credentials } = random.pick(this.#fixture.sellers)
    const partner = signedClient(member.http, credentials)
    const target = random.pick([
      `/v2/orders?pageSize=${isLong ? 5 : 2}`,
      '/v2/accounts/balances',
      '/v2/products?currency=EUR',
    ])
    const listed = await partner.get(target).catch(() => undefined)
    this.#check(`GET ${target}`, listed, [])
    if (listed?.status !== 200 || !target.startsWith('/v2/orders')) return
    for (const { id } of listed.body.data.filter(isOwnOrder)) {
      const items = await partner.get(`/v2/orders/${id}/items`).catch(() => undefined)
      // The order may be open, and it may be lost.
      this.#check(`items of ${id}`, items, [404, 409])
    }
  }

  /** Sets a rate that has not been set before. */
  async #setRate(member: Member, random: Random): Promise<void> {
    this.#names += 1
    const rate = Number((0.9 + random.below(900) / 10_000 + this.#names / 1e8).toFixed(8))
    await setRate(member, rate).catch((error: Error) => {
      if (!error.message.startsWith('503') && !('code' in error)) this.wrong.push(error.message)
    })
  }

  async #changeCredential(act: Act, member: Member, random: Random): Promise<void> {
    const { partnerId } = random.pick(this.#fixture.sellers)
    const path = `/admin/v1/partners/${partnerId}/credentials`
    const own = this.issued.filter((one) => one.partnerId === partnerId)
    const { credentials } = own.length > 0 ? random.pick(own) : { credentials: undefined }
    const isNew = act === 'issueCredential' || credentials === undefined
    const verb = act === 'rotateCredential' ? 'rotate' : 'revoke'
    const target = isNew ? path : `${path}/${credentials.clientId}/${verb}`
    const body = !isNew && verb === 'rotate' ? { overlapSeconds: 3_600 } : {}
    const reply = await member.operate('POST', target, body).catch(() => undefined)
    // An issued credential may be lost, or revoked.
    this.#check(`POST ${target}`, reply, isNew ? [] : [404, 409])
    if (reply?.status === 201) this.issued.push({ partnerId, credentials: reply.body.data })
  }

  /** Takes a card of a link, or sends the form of its claim again. */
  async #claim(member: Member, random: Random): Promise<void> {
    const claim = anyClaim(this.#fixture, this.writes, random)
    if (claim === undefined) return
    await (this.writes.includes(claim) ? this.#attempt(claim, member) : this.#write(claim, member))
  }

  async #endLink(member: Member, random: Random): Promise<void> {
    const replies = await cancelAnyLink(this.#fixture, this.writes, { member, random })
    // The link may be lost, or have ended.
    for (const reply of replies) this.#check('cancel', reply, [404, 409])
  }

  async #useCredential(member: Member, random: Random): Promise<void> {
    if (this.issued.length === 0) return
    const { credentials } = random.pick(this.issued)
    const partner = signedClient(member.http, credentials)
    const reply = await partner.get('/v2/accounts/balances').catch(() => undefined)
    this.#check('balances', reply, [401])
  }

  /** The number of the product may be lost, and later belong to another product. */
  async #makeProduct(member: Member, random: Random): Promise<void> {
    this.#names += 1
    const product = newProduct(`product ${this.#names}`, { supplier: 'generator' })
    const reply = await member.operate('POST', '/admin/v1/products', product).catch(() => undefined)
    this.#check('POST product', reply, [])
    if (reply?.status === 201) this.#products.push(reply.body.data.productId)
    if (this.#products.length === 0) return
    const line = { productId: random.pick(this.#products), amount: 10, quantity: 1 }
    const order = orderOf(random.pick(this.#fixture.sellers), 'EUR', [line])
    await this.#write(new KeyedWrite(order, [400]), this.#any(random))
  }

  async #renameProduct(member: Member, random: Random): Promise<void> {
    this.#names += 1
    const { generated, stocked } = this.#fixture
    const target = `/admin/v1/products/${random.pick([generated, stocked])}`
    await this.#operate(member, ['PATCH', target, { brand: `name ${this.#names}` }])
  }

  async #operate(
    member: Member,
    [method, target, body]: readonly [string, string, object],
  ): Promise<void> {
    const reply = await member.operate(method, target, body).catch(() => undefined)
    this.#check(`${method} ${target}`, reply, [])
  }

  #check(what: string, reply: Reply | undefined, allowed: readonly number[]): void {
    if (!reply || reply.status < 300 || reply.status === 503) return
    if (!allowed.includes(reply.status)) this.wrong.push(`${what}: ${reply.status} ${reply.text}`)
  }

  #any(random: Random): Member {
    return random.pick(this.#members.filter(({ isFrozen }) => !isFrozen))
  }

  async #waitUntilReady({ http }: Member): Promise<void> {
    await vi.waitFor(async () => {
      if (this.#isEnding) return
      const { status } = await http.send({ method: 'GET', target: '/health/ready' })
      if (status !== 200) throw new Error(`not ready: ${status}`)
    }, READY)
  }
}
