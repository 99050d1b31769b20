/** The purposes of data keys. Each purpose has its own key, which limits the damage of a leak. */
export const PURPOSES = [
  'codes',
  'credentials',
  'blind_index',
  'exports',
  'consumers',
  'consumer_index',
  'checkpoints',
] as const
export type Purpose = (typeof PURPOSES)[number]

/** Purposes whose keys encrypt; the others only authenticate. */
export type SealingPurpose = Extract<Purpose, 'codes' | 'credentials' | 'consumers' | 'checkpoints'>

/** Keys of blind indexes do not rotate: codes and consumers, however old, are found by them. */
export const ROTATED_PURPOSES = [
  'codes',
  'credentials',
  'exports',
  'consumers',
  'checkpoints',
] as const
export type RotatedPurpose = (typeof ROTATED_PURPOSES)[number]
