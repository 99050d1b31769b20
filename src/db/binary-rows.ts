/** The size of a buffer for fields. Bytes of at least `LARGE_BYTES` are sent without a copy. */
const ROOM_BYTES = 16_384
const LARGE_BYTES = 4_096

/** A message is its type, a length that includes itself, and the content. */
const COPY_DATA = 0x64
const COPY_DONE = Buffer.of(0x63, 0, 0, 0, 4)
const TYPE_BYTES = 1
const HEAD_BYTES = 5

/** The signature, the flags, and the length of an empty header extension. */
const FILE_HEAD = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1')
/** Sent instead of a row's number of fields, or instead of a field's length. */
const NO_MORE_ROWS = -1
const NULL = -1

const INT2_BYTES = 2
const INT4_BYTES = 4
const INT8_BYTES = 8
const UUID_BYTES = 16
/** The places of the digits of each byte in the text of a UUID. */
const UUID_DIGITS = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34]
const UUID_PARTS = [
  [0, 8],
  [8, 12],
  [12, 16],
  [16, 20],
  [20, 32],
] as const
const UINT4_SPAN = 2 ** 32
/** The most bytes of a UTF-16 unit. */
const UTF8_BYTES_MAX = 3

/**
 * Rows in COPY's binary format, one per message. Begin a row, then add its fields in the order of
 * the columns; undefined is NULL. Large bytes are not copied: they must not change before the
 * server has responded.
 */
export class BinaryRows {
  readonly #fieldCount: number
  readonly #chunks: Buffer[] = []
  #room = Buffer.allocUnsafe(ROOM_BYTES)
  /** Offsets in `#room`: of the next field, and of the bytes that are not in a chunk yet. */
  #at = 0
  #chunkAt = 0
  #chunkBytes = 0
  #isEnded = false
  #message = { room: this.#room, lengthAt: 0, begin: 0 }

  constructor(fieldCount: number) {
    this.#fieldCount = fieldCount
    this.#openMessage()
    this.#copy(FILE_HEAD)
  }

  row(): this {
    this.#closeMessage()
    this.#openMessage()
    this.#int2(this.#fieldCount)
    return this
  }

  int4(value: number | undefined): this {
    if (value === undefined) return this.#null()
    this.#int4(INT4_BYTES)
    this.#int4(value)
    return this
  }

  int8(value: number | undefined): this {
    if (value === undefined) return this.#null()
    this.#int4(INT8_BYTES)
    this.#need(INT8_BYTES)
    const at = this.#room.writeInt32BE(Math.floor(value / UINT4_SPAN), this.#at)
    this.#at = this.#room.writeUInt32BE(value >>> 0, at)
    return this
  }

  boolean(isTrue: boolean): this {
    this.#int4(1)
    this.#need(1)
    this.#at = this.#room.writeUInt8(isTrue ? 1 : 0, this.#at)
    return this
  }

  uuid(value: string | undefined): this {
    if (value === undefined) return this.#null()
    this.#int4(UUID_BYTES)
    this.#need(UUID_BYTES)
    this.#at = writeUuid(this.#room, value, this.#at)
    return this
  }

  /** Writes the text in place, because a buffer for each text would cost more than the text. */
  text(value: string | undefined): this {
    if (value === undefined) return this.#null()
    const most = INT4_BYTES + value.length * UTF8_BYTES_MAX
    if (most > ROOM_BYTES) return this.bytes(Buffer.from(value))
    this.#need(most)
    const bytes = this.#room.write(value, this.#at + INT4_BYTES)
    this.#int4(bytes)
    this.#at += bytes
    return this
  }

  bytes(value: Buffer | undefined): this {
    if (value === undefined) return this.#null()
    this.#int4(value.length)
    if (value.length < LARGE_BYTES) this.#copy(value)
    else this.#refer(value)
    return this
  }

  /** Returns the messages of all rows and of the end. Nothing can be added after it. */
  end(): readonly Buffer[] {
    if (this.#isEnded) return this.#chunks
    this.#isEnded = true
    this.#closeMessage()
    this.#openMessage()
    this.#int2(NO_MORE_ROWS)
    this.#closeMessage()
    this.#copy(COPY_DONE)
    this.#endChunk()
    return this.#chunks
  }

  #null(): this {
    this.#int4(NULL)
    return this
  }

  #int2(value: number): void {
    this.#need(INT2_BYTES)
    this.#at = this.#room.writeInt16BE(value, this.#at)
  }

  #int4(value: number): void {
    this.#need(INT4_BYTES)
    this.#at = this.#room.writeInt32BE(value, this.#at)
  }

  #copy(bytes: Buffer): void {
    this.#need(bytes.length)
    this.#at += bytes.copy(this.#room, this.#at)
  }

  #refer(bytes: Buffer): void {
    this.#endChunk()
    this.#chunks.push(bytes)
    this.#chunkBytes += bytes.length
  }

  #need(bytes: number): void {
    if (this.#room.length - this.#at >= bytes) return
    this.#endChunk()
    this.#room = Buffer.allocUnsafe(ROOM_BYTES)
    this.#at = 0
    this.#chunkAt = 0
  }

  #endChunk(): void {
    if (this.#at > this.#chunkAt) this.#chunks.push(this.#room.subarray(this.#chunkAt, this.#at))
    this.#chunkBytes += this.#at - this.#chunkAt
    this.#chunkAt = this.#at
  }

  #openMessage(): void {
    this.#need(HEAD_BYTES)
    this.#room[this.#at] = COPY_DATA
    const lengthAt = this.#at + TYPE_BYTES
    this.#message = { room: this.#room, lengthAt, begin: this.#written() + TYPE_BYTES }
    this.#at += HEAD_BYTES
  }

  #closeMessage(): void {
    const { room, lengthAt, begin } = this.#message
    room.writeInt32BE(this.#written() - begin, lengthAt)
  }

  #written(): number {
    return this.#chunkBytes + this.#at - this.#chunkAt
  }
}

/** Writes the sixteen bytes of a UUID; returns the place after them. */
export function writeUuid(target: Buffer, uuid: string, begin: number): number {
  let end = begin
  for (const at of UUID_DIGITS) {
    target[end] = (digitOf(uuid.charCodeAt(at)) << 4) | digitOf(uuid.charCodeAt(at + 1))
    end += 1
  }
  return end
}

/** Returns the text of the UUID whose sixteen bytes begin here. */
export function readUuid(bytes: Buffer, begin: number): string {
  const digits = bytes.toString('hex', begin, begin + UUID_BYTES)
  const parts = UUID_PARTS.map(([from, to]) => digits.slice(from, to))
  return parts.join('-')
}

/** Returns the value of a hexadecimal digit. Letters follow `9` in groups of 16, in both cases. */
function digitOf(code: number): number {
  return (code & 15) + (code >> 6) * 9
}
