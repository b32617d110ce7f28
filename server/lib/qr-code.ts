import { encode } from 'uqr'
import type { QrCode } from '#contract/content/content.ts'

/** Draws a QR code as an SVG path with one rectangle for each run of dark modules in a row. */
export function drawQrCode(text: string): QrCode {
  const { data, size } = encode(text, { ecc: 'M', border: 0 })
  let path = ''
  for (const [y, row] of data.entries()) {
    for (let x = 0; x < size; x++) {
      const start = x
      while (row[x]) x++
      if (x > start) path += `M${start} ${y}h${x - start}v1h-${x - start}z`
    }
  }
  return { size, path }
}
