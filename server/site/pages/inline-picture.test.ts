import { expect, test } from 'vitest'
import { pictureSource } from './inline-picture.ts'

const ADDRESS = '/brand/logo.svg'

test('a small drawing stands in the page, letter by letter', async () => {
  const drawing =
    '<svg xmlns="http://www.w3.org/2000/svg">\n\t<path fill="#abc" d="M0 0"/>100%</svg>'
  const source = pictureSource({ extension: '.svg', body: Buffer.from(drawing) }, ADDRESS)
  expect(source).toMatch(/^data:image\/svg\+xml,/)
  const answer = await fetch(source)
  expect(answer.headers.get('content-type')).toBe('image/svg+xml')
  expect(await answer.text()).toBe(drawing)
})

test('a small photo stands in the page, byte by byte', async () => {
  const body = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 255])
  const answer = await fetch(pictureSource({ extension: '.png', body }, '/brand/logo.png'))
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(body)
})

test('a picture that would weigh down every page has its address instead', () => {
  const body = Buffer.alloc(4097, ' ')
  expect(pictureSource({ extension: '.svg', body }, ADDRESS)).toBe(ADDRESS)
})
