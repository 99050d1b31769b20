/** Characters after which a part is closed. */
const PART_LENGTH = 1_000_000

/**
 * Text that may be longer than the memory of the page: browsers can keep the parts, which are
 * blobs, on the disk.
 */
export class LongText {
  readonly #parts: Blob[] = []
  #open: string[] = []
  #openLength = 0

  add(text: string): void {
    this.#open.push(text)
    this.#openLength += text.length
    if (this.#openLength >= PART_LENGTH) this.#close()
  }

  /** Returns the parts in their order. A part ends where a text that was added ends. */
  parts(): readonly Blob[] {
    if (this.#openLength > 0) this.#close()
    return this.#parts
  }

  #close(): void {
    this.#parts.push(new Blob(this.#open))
    this.#open = []
    this.#openLength = 0
  }
}
