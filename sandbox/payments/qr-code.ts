import { crc32, deflateSync } from 'node:zlib'
import { encode } from 'uqr'

const PIXELS_A_MODULE = 8
const BORDER = 4
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** The address of a PNG of one bit a pixel, black on white. */
export function qrPicture(text: string): string {
  const { data } = encode(text, { ecc: 'M', border: BORDER })
  const size = data.length * PIXELS_A_MODULE
  const lines = data.flatMap((modules) => {
    // Each line begins with its filter, here none; a module is one whole byte of eight pixels.
    const line = Buffer.from([0, ...modules.map((isDark) => (isDark ? 0x00 : 0xff))])
    return Array.from({ length: PIXELS_A_MODULE }, () => line)
  })
  const header = Buffer.alloc(13)
  header.writeUInt32BE(size, 0)
  header.writeUInt32BE(size, 4)
  header.writeUInt8(1, 8)
  const png = Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(lines))),
    chunk('IEND', Buffer.alloc(0)),
  ])
  return `data:image/png;base64,${png.toString('base64')}`
}

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const frame = Buffer.alloc(body.length + 8)
  frame.writeUInt32BE(content.length, 0)
  body.copy(frame, 4)
  frame.writeUInt32BE(crc32(body), body.length + 4)
  return frame
}
