import { hash } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'

const WIDTH = 480
const HEIGHT = 300
/** The brightness of a picture's second tone, relative to the first. */
const DARKER = 0.62

/**
 * Returns a picture of a listing, as suppliers serve them: a PNG of two tones that are always the
 * same for a name.
 */
export function pictureOf(name: string): Buffer {
  const [red = 0, green = 0, blue = 0] = hash('sha256', name, 'buffer')
  const light = [red, green, blue].map((one) => 70 + Math.floor(one / 2))
  const dark = light.map((one) => Math.floor(one * DARKER))
  const header = Buffer.alloc(13)
  header.writeUInt32BE(WIDTH, 0)
  header.writeUInt32BE(HEIGHT, 4)
  // One bit for each pixel, which is one of two colors.
  header.set([1, 3], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from([...light, ...dark])),
    chunk('IDAT', deflateSync(tile())),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Returns the rows of a tile with a diagonal, each preceded by its PNG filter byte. */
function tile(): Buffer {
  const bytes = WIDTH / 8
  const rows = Buffer.alloc((bytes + 1) * HEIGHT)
  for (let row = 0; row < HEIGHT; row += 1) {
    const cut = Math.floor((WIDTH * (HEIGHT - row)) / HEIGHT)
    for (let at = 0; at < bytes; at += 1) {
      const clear = Math.min(Math.max(cut - at * 8, 0), 8)
      rows[row * (bytes + 1) + 1 + at] = 0xff >> clear
    }
  }
  return rows
}

function chunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const size = Buffer.alloc(4)
  size.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(typed))
  return Buffer.concat([size, typed, sum])
}
