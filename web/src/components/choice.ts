export interface Choice {
  readonly value: string
  readonly label: string
}

/** Finds what to choose by a part of its name, where there are too many to list. */
export interface ChoiceSearch {
  /** Names what is found, for the cache. */
  readonly of: string
  find(text: string, signal: AbortSignal): Promise<readonly Choice[]>
  /** Returns what a value is called that was not found here, such as one of the address. */
  labelOf(value: string): string
}
