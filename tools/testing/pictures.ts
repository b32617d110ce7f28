import { readFileSync } from 'node:fs'
import { crc32, deflateSync } from 'node:zlib'

/** A picture of this folder's: `notice.png`, `receipt.webp` or `short.png`, drawn with Noto Sans CJK. */
export function readPicture(name: string): Buffer {
  return readFileSync(new URL(`./pictures/${name}`, import.meta.url))
}

/** What stands in a picture, without white space. */
export function textOf(name: string): string {
  return readPicture(name).toString().replaceAll(/\s/g, '')
}

/** A PNG of white pixels, small as a file. */
export function newPng(width: number, height = width): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  // one bit of grey a pixel
  head.set([1, 0, 0, 0, 0], 8)
  const row = 1 + Math.ceil(width / 8)
  const pixels = Buffer.alloc(row * height, 255)
  for (let at = 0; at < pixels.length; at += row) pixels[at] = 0
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([
    signature,
    ...[toChunk('IHDR', head), toChunk('IDAT', deflateSync(pixels)), toChunk('IEND', '')],
  ])
}

function toChunk(name: string, data: Buffer | string): Buffer {
  const body = Buffer.concat([Buffer.from(name), Buffer.from(data)])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(body.length - 4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** Of a text that was read: the share of its truth's characters that are right. Signs in full width count as narrow. */
export function shareRight(truth: string, given: string): number {
  const [a, b] = [truth, given].map((text) =>
    Array.from(text.normalize('NFKC').replaceAll(/\s/g, '')),
  )
  let previous = Array.from({ length: b!.length + 1 }, (_, at) => at)
  for (const [row, letter] of a!.entries()) {
    const current = [row + 1]
    for (const [at, other] of b!.entries())
      current.push(
        Math.min(
          current[at]! + 1,
          previous[at + 1]! + 1,
          previous[at]! + (letter === other ? 0 : 1),
        ),
      )
    previous = current
  }
  return 1 - previous.at(-1)! / a!.length
}
