import type { PriceLevel, Reach } from './markets.ts'

/** An invented brand: its face values and where it is sold. */
export interface Brand {
  readonly name: string
  /** The price level of its cards. `any` means any amount in the market's range. */
  readonly sells: PriceLevel
  readonly reach: Reach
}

/** The gift cards of the demo, by category. All names are invented. */
export const BRANDS: Readonly<Record<string, readonly Brand[]>> = {
  'coffee and bakery': [
    { name: 'Northwind Coffee', sells: 'small', reach: 'world' },
    { name: 'Copperleaf Bakery', sells: 'small', reach: 'europe' },
  ],
  restaurants: [
    { name: 'Juniper Table', sells: 'medium', reach: 'english' },
    { name: 'Saffron Courtyard', sells: 'medium', reach: 'gulf' },
    { name: 'Bluefin Counter', sells: 'medium', reach: 'asia' },
  ],
  'food delivery': [
    { name: 'Hopperdash', sells: 'any', reach: 'america' },
    { name: 'Tiffinwheel', sells: 'any', reach: 'asia' },
  ],
  groceries: [
    { name: 'Tidewell Grocers', sells: 'any', reach: 'english' },
    { name: 'Korbmarkt', sells: 'any', reach: 'europe' },
  ],
  fashion: [
    { name: 'Marrow Street', sells: 'medium', reach: 'world' },
    { name: 'Linnhaven', sells: 'medium', reach: 'europe' },
  ],
  shoes: [{ name: 'Cobble and Lace', sells: 'medium', reach: 'english' }],
  beauty: [
    { name: 'Ostarine Beauty', sells: 'medium', reach: 'gulf' },
    { name: 'Hazelmere Skin', sells: 'any', reach: 'english' },
  ],
  electronics: [
    { name: 'Solvane Electronics', sells: 'large', reach: 'world' },
    { name: 'Ohmstead', sells: 'large', reach: 'europe' },
  ],
  'home and furniture': [
    { name: 'Harrow Pine Home', sells: 'large', reach: 'english' },
    { name: 'Lumenhus', sells: 'large', reach: 'europe' },
  ],
  garden: [{ name: 'Fernhollow Garden', sells: 'medium', reach: 'english' }],
  sports: [
    { name: 'Velorin Sports', sells: 'medium', reach: 'world' },
    { name: 'Kestrelcrag Outdoor', sells: 'large', reach: 'europe' },
  ],
  books: [
    { name: 'Quillmarket Books', sells: 'small', reach: 'world' },
    { name: 'Paperwren', sells: 'any', reach: 'english' },
  ],
  games: [
    { name: 'Pixelgrove Games', sells: 'medium', reach: 'america' },
    { name: 'Questlantern', sells: 'small', reach: 'america' },
  ],
  music: [{ name: 'Sonavale Music', sells: 'small', reach: 'english' }],
  streaming: [
    { name: 'Reelharbour', sells: 'medium', reach: 'world' },
    { name: 'Cineloft', sells: 'small', reach: 'europe' },
  ],
  travel: [
    { name: 'Aerovale Airlines', sells: 'large', reach: 'world' },
    { name: 'Haldenstay Hotels', sells: 'any', reach: 'europe' },
  ],
  mobility: [
    { name: 'Gullride', sells: 'any', reach: 'america' },
    { name: 'Voltmere Charging', sells: 'any', reach: 'europe' },
  ],
  fuel: [{ name: 'Roadhollow Fuel', sells: 'medium', reach: 'english' }],
  'toys and children': [{ name: 'Wrenfield Toys', sells: 'medium', reach: 'europe' }],
  pets: [{ name: 'Tallgrass Pets', sells: 'any', reach: 'english' }],
  wellness: [{ name: 'Larkspring Spa', sells: 'large', reach: 'gulf' }],
  marketplaces: [
    { name: 'Everstall', sells: 'any', reach: 'world' },
    { name: 'Bazaarlight', sells: 'any', reach: 'gulf' },
  ],
  charity: [{ name: 'Open Hands Fund', sells: 'any', reach: 'english' }],
}
