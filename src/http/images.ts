import { imageTypeOf, readImageBytes } from '../content/mod.ts'
import { notFound } from '../core/mod.ts'
import { isMatch } from './responses/etag.ts'
import { openRoute } from './route.ts'

/** An image has the hash of its bytes in its address, so caches may hold it for ever. */
export const getImage = openRoute('GET /images/{imageId}', {
  operationId: 'getImage',
  hasHead: true,
  summary: 'Returns an image of a product',
  async handle({ params: { imageId }, headers }, { db }) {
    const bytes = await readImageBytes(db, imageId)
    if (!bytes) throw notFound('image')
    const etag = `"${imageId}"`
    const cached = {
      etag,
      'cache-control': 'public, max-age=31536000, immutable',
      // Any site may embed it, and browsers must treat it as an image only.
      'cross-origin-resource-policy': 'cross-origin',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    }
    if (isMatch(etag, headers['if-none-match'])) {
      return { status: 304, headers: cached, body: undefined }
    }
    const headersOfImage = { ...cached, 'content-type': imageTypeOf(imageId) }
    return { status: 200, headers: headersOfImage, body: bytes }
  },
})
