/**
 * What is the same in every process. `Config` has it beside the settings, so that modules receive
 * both in one way; tests replace it, so that they need not wait.
 */
export interface Constants {
  /** Downloads of one export link at a time: a second is a broken one that is tried again. */
  readonly streamsPerLinkMax: number
  /** Between two polls of an order at an upstream, whose `Retry-After` may ask for more. */
  readonly upstreamPollSeconds: number
  /** Between two polls of our float at an upstream or supplier: one request a minute is cheap. */
  readonly floatPollSeconds: number
  /** How much longer funds must last than an alert of low funds needs, so that it does not flap. */
  readonly lowFundsMarginDays: number
}

export const CONSTANTS: Constants = {
  streamsPerLinkMax: 4,
  upstreamPollSeconds: 4,
  floatPollSeconds: 60,
  lowFundsMarginDays: 2,
}

/** The variables that set them once, in which nobody had anything to choose. */
export const FORMER_SETTINGS: Readonly<Record<string, keyof Constants>> = {
  TESSERA_STREAMS_PER_LINK: 'streamsPerLinkMax',
  TESSERA_UPSTREAM_POLL_SECONDS: 'upstreamPollSeconds',
  TESSERA_FLOAT_POLL_SECONDS: 'floatPollSeconds',
  TESSERA_LOW_FUNDS_MARGIN_DAYS: 'lowFundsMarginDays',
}
