import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { HomeContent } from '#contract/content/content.ts'
import { readPicture, shareRight, textOf } from '../testing/pictures.ts'
import { priceOfPicture, type Turn } from '../wire/picture.ts'
import { createPictureReader } from './picture-reader.ts'

function startReader() {
  const reader = createPictureReader()
  const options = { signal: new AbortController().signal, onWaiting() {}, onProgress() {} }
  return {
    async read(bytes: Uint8Array, turn: Turn = 0) {
      const { rows, table } = await reader.read({ bytes, turn }, options)
      return { rows: rows.source.split('\n').map((row) => row.split('\t')), table }
    },
    [Symbol.asyncDispose]: () => reader.close(),
  }
}

const LEAST_RIGHT = 0.98
const textIn = (rows: string[][]) => rows.flat().join('')

test('of a notice and a receipt 98 of 100 characters are right; the rows of goods are a table', async () => {
  await using reader = startReader()
  const notice = await reader.read(readPicture('notice.png'))
  expect(shareRight(textOf('notice.txt'), textIn(notice.rows))).toBeGreaterThan(LEAST_RIGHT)
  expect(notice.table).toBeNull()
  const receipt = await reader.read(readPicture('receipt.webp'))
  expect(shareRight(textOf('receipt.txt'), textIn(receipt.rows))).toBeGreaterThan(LEAST_RIGHT)
  expect(receipt.rows.slice(...receipt.table!)).toEqual([
    ['商品', '数量', '单价', '金额'],
    ['苏打饼干', '3', '6.50', '19.50'],
    ['鲜榨橙汁', '2', '12.00', '24.00'],
    ['手工挂面', '5', '4.80', '24.00'],
    ['东北大米', '1', '39.90', '39.90'],
  ])
}, 180_000)

test('the photo of the home page is read as the page draws it, with the price it names', async () => {
  await using reader = startReader()
  const { scene }: Pick<HomeContent, 'scene'> = JSON.parse(
    readFileSync('content/home.json', 'utf8'),
  )
  const { rows, table } = await reader.read(readFileSync(`content/${scene.photo.file}`))
  const [columns, ...goods] = rows.slice(...table!)
  expect(columns).toEqual(scene.table.columns)
  expect(goods.slice(0, scene.table.rows.length)).toEqual(scene.table.rows)
  const sums = goods.map((row) => [row[0], row.at(-1)])
  expect(sums).toEqual(expect.arrayContaining(scene.table.sums))
  const characters = textIn(rows).replaceAll(/\s/g, '').length
  expect(priceOfPicture(characters)).toBe(scene.table.credit)
}, 180_000)

test('a photo that leans, is grainy and stands on its side is read when it is turned', async () => {
  await using reader = startReader()
  const noise = { type: 'gaussian', mean: 128, sigma: 20 } as const
  const grain = await sharp({
    create: { width: 900, height: 640, channels: 3, background: '#888', noise },
  })
    .png()
    .toBuffer()
  const leaning = await sharp(readPicture('notice.png'))
    .rotate(5, { background: '#ddd' })
    .resize(900, 640, { fit: 'fill' })
    .composite([{ input: grain, blend: 'soft-light' }])
    .toBuffer()
  const photo = await sharp(leaning).rotate(270).jpeg({ quality: 70 }).toBuffer()
  const { rows } = await reader.read(photo, 90)
  expect(rows).toHaveLength(6)
  expect(shareRight(textOf('notice.txt'), textIn(rows))).toBeGreaterThan(LEAST_RIGHT)
}, 180_000)

test('a wall of text is refused when its lines are found, before the half minute that reading would take', async () => {
  await using reader = startReader()
  const wall = await sharp({
    create: { width: 3_200, height: 3_330, channels: 3, background: '#fff' },
  })
    .composite([{ input: readPicture('notice.png'), tile: true }])
    .png()
    .toBuffer()
  await expect(reader.read(wall)).rejects.toThrow('图片文字过多')
}, 180_000)
