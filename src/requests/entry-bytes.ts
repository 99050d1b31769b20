import { readUuid, writeUuid } from '../db/mod.ts'

const ROOM_BYTES = 512
const UINT16_BYTES = 2
const UINT32_BYTES = 4
const UINT48_BYTES = 6
const UUID_BYTES = 16
/** The most bytes of a UTF-16 unit. */
const UTF8_BYTES_MAX = 3

/** Grows by doubling. Texts have at most 65,535 bytes. */
export class EntryWriter {
  #room = Buffer.allocUnsafe(ROOM_BYTES)
  #at = 0

  uint16(value: number): void {
    this.#need(UINT16_BYTES)
    this.#at = this.#room.writeUInt16BE(value, this.#at)
  }

  uint32(value: number): void {
    this.#need(UINT32_BYTES)
    this.#at = this.#room.writeUInt32BE(value, this.#at)
  }

  uint48(value: number): void {
    this.#need(UINT48_BYTES)
    this.#at = this.#room.writeUIntBE(value, this.#at, UINT48_BYTES)
  }

  uuid(value: string): void {
    this.#need(UUID_BYTES)
    this.#at = writeUuid(this.#room, value, this.#at)
  }

  text(value: string): void {
    this.#need(UINT16_BYTES + value.length * UTF8_BYTES_MAX)
    const bytes = this.#room.write(value, this.#at + UINT16_BYTES)
    this.#room.writeUInt16BE(bytes, this.#at)
    this.#at += UINT16_BYTES + bytes
  }

  written(): Buffer {
    return this.#room.subarray(0, this.#at)
  }

  #need(bytes: number): void {
    if (this.#room.length - this.#at >= bytes) return
    const room = Buffer.allocUnsafe(Math.max(this.#room.length * 2, this.#at + bytes))
    this.#room.copy(room, 0, 0, this.#at)
    this.#room = room
  }
}

/** Reads what `EntryWriter` has written, in the same order. */
export class EntryReader {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length
  }

  uint16(): number {
    this.#at += UINT16_BYTES
    return this.#bytes.readUInt16BE(this.#at - UINT16_BYTES)
  }

  uint32(): number {
    this.#at += UINT32_BYTES
    return this.#bytes.readUInt32BE(this.#at - UINT32_BYTES)
  }

  uint48(): number {
    this.#at += UINT48_BYTES
    return this.#bytes.readUIntBE(this.#at - UINT48_BYTES, UINT48_BYTES)
  }

  uuid(): string {
    this.#at += UUID_BYTES
    return readUuid(this.#bytes, this.#at - UUID_BYTES)
  }

  text(): string {
    const bytes = this.uint16()
    this.#at += bytes
    return this.#bytes.toString('utf8', this.#at - bytes, this.#at)
  }
}
