/** What a data key may be used for. Each purpose has its own: one leak stays one. */
export const PURPOSES = ['codes', 'credentials', 'blind_index', 'exports'] as const
export type Purpose = (typeof PURPOSES)[number]

/** Purposes whose keys encrypt; the others only authenticate. */
export type SealingPurpose = Extract<Purpose, 'codes' | 'credentials'>

/** The key of the blind index stays: duplicates of all codes there ever were are found by it. */
export const ROTATED_PURPOSES = ['codes', 'credentials', 'exports'] as const
export type RotatedPurpose = (typeof ROTATED_PURPOSES)[number]
