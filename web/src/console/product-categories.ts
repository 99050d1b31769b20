import type { Result } from '../api/client.ts'

type Category = NonNullable<Result<'getProductContent'>['category']>

/** The categories of products, by which shops filter. */
export const CATEGORIES = [
  'AUTOMOTIVE',
  'BEAUTY',
  'BOOKS',
  'CHARITY',
  'CHILDREN',
  'DEPARTMENT_STORES',
  'ELECTRONICS',
  'ENTERTAINMENT',
  'EXPERIENCES',
  'FASHION',
  'FOOD_DELIVERY',
  'FUEL',
  'GAMES',
  'GROCERIES',
  'HEALTH',
  'HOME',
  'JEWELRY',
  'MARKETPLACES',
  'MOBILE',
  'MUSIC',
  'OTHER',
  'PAYMENT_CARDS',
  'PETS',
  'RESTAURANTS',
  'SOFTWARE',
  'SPORTS',
  'STREAMING',
  'TRAVEL',
  'UTILITIES',
] as const satisfies readonly Category[]
