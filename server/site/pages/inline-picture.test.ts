import { expect, test } from 'vitest'
import { pictureSource } from './inline-picture.ts'

const ADDRESS = '/brand/logo.svg'

test('a small SVG becomes a data URL with the same text', async () => {
  const drawing =
    '<svg xmlns="http://www.w3.org/2000/svg">\n\t<path fill="#abc" d="M0 0"/>100%</svg>'
  const source = pictureSource({ extension: '.svg', body: Buffer.from(drawing) }, ADDRESS)
  expect(source).toMatch(/^data:image\/svg\+xml,/)
  const answer = await fetch(source)
  expect(answer.headers.get('content-type')).toBe('image/svg+xml')
  expect(await answer.text()).toBe(drawing)
})

test('a small PNG becomes a data URL with the same bytes', async () => {
  const body = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 255])
  const answer = await fetch(pictureSource({ extension: '.png', body }, '/brand/logo.png'))
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(body)
})

test('a large picture keeps its address', () => {
  const body = Buffer.alloc(4097, ' ')
  expect(pictureSource({ extension: '.svg', body }, ADDRESS)).toBe(ADDRESS)
})
