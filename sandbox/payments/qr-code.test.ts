import { inflateSync } from 'node:zlib'
import { encode } from 'uqr'
import { expect, test } from 'vitest'
import { qrPng, qrSvg } from './qr-code.ts'

const TEXT = 'http://localhost:4242/wechat/pi_1/token'

test('the QR picture has a square of eight pixels for each module, within a quiet border; the drawing is an SVG', () => {
  const png = qrPng(TEXT)
  const width = png.readUInt32BE(16)
  const length = png.readUInt32BE(33)
  const lines = inflateSync(png.subarray(41, 41 + length))
  const { data } = encode(TEXT, { ecc: 'M', border: 4 })

  expect(width).toBe(data.length * 8)
  expect(lines).toHaveLength(width * (data.length + 1))
  const seen = data.map((_, y) =>
    data.map((_module, x) => lines[y * 8 * (data.length + 1) + 1 + x] === 0),
  )
  expect(seen).toEqual(data)
  expect(data.slice(0, 4).flat()).not.toContain(true)

  expect(qrSvg(TEXT)).toMatch(/^<svg /)
})
