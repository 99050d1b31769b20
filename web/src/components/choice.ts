export interface Choice {
  readonly value: string
  readonly label: string
}

/** Finds choices by a part of their name, if there are too many to list. */
export interface ChoiceSearch {
  /** The key of the results in the cache. */
  readonly of: string
  find(text: string, signal: AbortSignal): Promise<readonly Choice[]>
  /** Returns the name of a value that no search has found, such as one from the page's address. */
  labelOf(value: string): string
}
