import { sql, type ProductRoutingRow, type Statement } from '../db/mod.ts'

export function selectRouting(productId: number): Statement<ProductRoutingRow> {
  return sql`
    select product_id, is_cheapest_first, trim_scale(margin_floor) as margin_floor
    from product_routing where product_id = ${productId}`
}

export function saveRouting(
  productId: number,
  isCheapestFirst: boolean,
  marginFloor: string | undefined,
): Statement<never> {
  return sql`
    insert into product_routing (product_id, is_cheapest_first, margin_floor)
    values (${productId}, ${isCheapestFirst}, ${marginFloor ?? null}::numeric)
    on conflict (product_id) do update
    set is_cheapest_first = excluded.is_cheapest_first, margin_floor = excluded.margin_floor`
}

/** Returns the products whose suppliers are ordered by cost, among `productIds` or among all. */
export function selectCheapestFirst(
  productIds?: readonly number[],
): Statement<{ product_id: number }> {
  const among = productIds ? sql`and product_id = any(${productIds}::integer[])` : sql``
  return sql`
    select product_id from product_routing where is_cheapest_first ${among} order by product_id`
}
