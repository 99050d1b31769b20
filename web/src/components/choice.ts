export interface Choice {
  readonly value: string
  readonly label: string
}

/** Finds choices by a part of their name, if there are too many to list. */
export interface ChoiceSearch {
  /** The key of the results in the cache. */
  readonly of: string
  find(text: string, signal: AbortSignal): Promise<readonly Choice[]>
  /** Returns the name of a value that was not found here, such as one from the address. */
  labelOf(value: string): string
}
