import { dateAt } from '../core/mod.ts'
import { maybeRow, sql } from '../db/mod.ts'
import type { Db, Statement } from '../db/mod.ts'
import type { ImageInfo } from './content.ts'
import type { EncodedImage } from './encode-image.ts'

/** Returns the stored images among these, by id. */
export async function readImageInfos(
  db: Db,
  imageIds: readonly string[],
): Promise<ReadonlyMap<string, ImageInfo>> {
  if (imageIds.length === 0) return new Map()
  const rows = await db.rows(selectInfos(imageIds))
  return new Map(
    rows.map(({ image_id: imageId, width, height }) => [imageId, { imageId, width, height }]),
  )
}

/** Returns the bytes of an image; undefined if there is none. */
export async function readImageBytes(db: Db, imageId: string): Promise<Buffer | undefined> {
  return (await maybeRow(db, selectBytes(imageId)))?.bytes
}

/** Stores an image, unless it is stored already. */
export function insertImage({ imageId, ...image }: EncodedImage, at: number): Statement<never> {
  return sql`
    insert into images (image_id, bytes, width, height, stored_at)
    values (${imageId}, ${image.bytes}, ${image.width}, ${image.height}, ${dateAt(at)})
    on conflict do nothing`
}

function selectInfos(
  imageIds: readonly string[],
): Statement<{ image_id: string; width: number; height: number }> {
  return sql`
    select image_id, width, height from images where image_id = any(${[...imageIds]}::text[])`
}

function selectBytes(imageId: string): Statement<{ bytes: Buffer }> {
  return sql`select bytes from images where image_id = ${imageId}`
}
