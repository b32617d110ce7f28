import { expect, test } from 'vitest'
import { pictureSource } from './inline-picture.ts'

const ADDRESS = '/brand/logo.svg'

test('a small picture becomes a data URL with the same bytes, a large one keeps its address', async () => {
  const drawing =
    '<svg xmlns="http://www.w3.org/2000/svg">\n\t<path fill="#abc" d="M0 0"/>100%</svg>'
  const source = pictureSource({ extension: '.svg', body: Buffer.from(drawing) }, ADDRESS)
  expect(source).toMatch(/^data:image\/svg\+xml,\S+$/)
  const answer = await fetch(source)
  expect(answer.headers.get('content-type')).toBe('image/svg+xml')
  expect(await answer.text()).toBe(drawing)
  const body = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 255])
  const png = await fetch(pictureSource({ extension: '.png', body }, '/brand/logo.png'))
  expect(Buffer.from(await png.arrayBuffer())).toEqual(body)
  const large = Buffer.alloc(4097, ' ')
  expect(pictureSource({ extension: '.svg', body: large }, ADDRESS)).toBe(ADDRESS)
})
