/**
 * What kind of shop or service a product is for. Values are only added, never removed, because
 * partners show them.
 */
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
] as const
export type Category = (typeof CATEGORIES)[number]
