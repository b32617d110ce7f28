import type { QrCode } from '#contract/content/content.ts'

const SIZE = 21
const FAR = SIZE - 7

/** Looks like a QR code but contains nothing. */
export const MOCK_QR_CODE: QrCode = {
  size: SIZE,
  path: finder(0, 0) + finder(FAR, 0) + finder(0, FAR) + `M9 9h4v4h-4zM15 15h2v2h-2zM18 10h3v1h-3z`,
}

/** The finder pattern of a corner. */
function finder(x: number, y: number): string {
  const ring = `h7v7h-7zm1 1v5h5v-5z`
  return `M${x} ${y}${ring}M${x + 2} ${y + 2}h3v3h-3z`
}
