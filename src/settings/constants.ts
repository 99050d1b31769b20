/**
 * Values that are the same in every process. `Config` contains them together with the settings, so
 * that modules receive both alike and tests can replace them.
 */
export interface Constants {
  /**
   * The most concurrent downloads of one export link: several, so that a download can be retried
   * while a broken one is still open.
   */
  readonly streamsPerLinkMax: number
  /** The pause between two polls of our float at a supplier: one request a minute is cheap. */
  readonly floatPollSeconds: number
  /**
   * An alert of low funds is resolved once the funds last this much longer than the threshold, so
   * that the alert does not flap.
   */
  readonly lowFundsMarginDays: number
}

export const CONSTANTS: Constants = {
  streamsPerLinkMax: 4,
  floatPollSeconds: 60,
  lowFundsMarginDays: 2,
}

/** Former settings that are constants now, because nobody needed to change them. */
export const FORMER_SETTINGS: Readonly<Record<string, keyof Constants>> = {
  TESSERA_STREAMS_PER_LINK: 'streamsPerLinkMax',
  TESSERA_FLOAT_POLL_SECONDS: 'floatPollSeconds',
  TESSERA_LOW_FUNDS_MARGIN_DAYS: 'lowFundsMarginDays',
}
