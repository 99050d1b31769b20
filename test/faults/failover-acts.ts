/** The weight of each act among all. */
const ACTS = {
  order: 40,
  credit: 25,
  deposit: 4,
  link: 6,
  claim: 8,
  endLink: 4,
  import: 4,
  repeat: 12,
  read: 12,
  rate: 4,
  keys: 2,
  issueCredential: 2,
  rotateCredential: 2,
  revokeCredential: 1,
  useCredential: 5,
  newProduct: 2,
  renameProduct: 2,
} as const

export type Act = keyof typeof ACTS
/** Each act as often as its weight. */
export const DRAWN_FROM = (Object.keys(ACTS) as Act[]).flatMap((act) =>
  Array<Act>(ACTS[act]).fill(act),
)
