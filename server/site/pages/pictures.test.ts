import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { PAYMENT_METHODS } from '#contract/shapes.ts'
import { loadContent } from '../content/load-content.ts'
import { pictureSource } from './inline-picture.ts'
import { loadPictures, PICTURES_FOLDER } from './pictures.ts'

const DEMO = fileURLToPath(new URL('../../../content', import.meta.url))
const NONE = { icons: [], cards: [] }
const content = loadContent(DEMO, PAYMENT_METHODS)

async function copyOfDemo() {
  const folder = await mkdtemp(join(tmpdir(), 'pictures-'))
  const pictures = join(folder, PICTURES_FOLDER)
  await cp(join(DEMO, PICTURES_FOLDER), pictures, { recursive: true })
  return { folder, pictures, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) }
}

test('the demo brand has icons for home screens and cards of 1200×630', () => {
  const { icons, cards } = loadPictures(DEMO, content)
  expect(icons.map(({ body }) => sizeOf(body))).toEqual([
    [180, 180],
    [192, 192],
    [512, 512],
  ])
  expect(cards.map(({ path }) => path)).toEqual(expect.arrayContaining(['/', '/plans']))
  expect(new Set(cards.map(({ body }) => sizeOf(body).join('×')))).toEqual(new Set(['1200×630']))
})

test('pictures drawn for another name, slogan, colour or icon are not used', () => {
  const { site } = content
  const others = [
    { ...content, site: { ...site, name: '北斗' } },
    { ...content, site: { ...site, slogan: '另一句话' } },
    { ...content, site: { ...site, colors: { accent: '#0a7a4f' } } },
    { ...content, icon: { ...content.icon, body: Buffer.from('<svg/>') } },
  ]
  expect(others.map((other) => loadPictures(DEMO, other))).toEqual(others.map(() => NONE))
})

test('a changed picture gets a new address; a missing one or a missing folder gives no pictures and no error', async () => {
  await using copy = await copyOfDemo()
  const urlOf = () => loadPictures(copy.folder, content).cards.find(({ path }) => path === '/')?.url
  const before = urlOf()
  expect(before).toMatch(/^\/pictures\/og-home\.png\?v=[0-9a-f]{8}$/)
  const file = join(copy.pictures, 'og-home.png')
  await writeFile(file, Buffer.concat([await readFile(file), Buffer.from([0])]))
  expect(urlOf()).not.toBe(before)
  await rm(join(copy.pictures, 'og-plans.png'))
  expect(loadPictures(copy.folder, content)).toEqual(NONE)
  await rm(copy.pictures, { recursive: true })
  expect(loadPictures(copy.folder, content)).toEqual(NONE)
})

test('a small picture becomes a data URL with the same bytes, a large one keeps its address', async () => {
  const drawing =
    '<svg xmlns="http://www.w3.org/2000/svg">\n\t<path fill="#abc" d="M0 0"/>100%</svg>'
  const source = pictureSource({ extension: '.svg', body: Buffer.from(drawing) }, '/brand/logo.svg')
  expect(source).toMatch(/^data:image\/svg\+xml,\S+$/)
  const answer = await fetch(source)
  expect(answer.headers.get('content-type')).toBe('image/svg+xml')
  expect(await answer.text()).toBe(drawing)
  const body = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 255])
  const png = await fetch(pictureSource({ extension: '.png', body }, '/brand/logo.png'))
  expect(Buffer.from(await png.arrayBuffer())).toEqual(body)
  const large = Buffer.alloc(4097, ' ')
  expect(pictureSource({ extension: '.svg', body: large }, '/brand/logo.svg')).toBe(
    '/brand/logo.svg',
  )
})

/** Width and height from the header of a PNG. */
function sizeOf(png: Buffer): [number, number] {
  return [png.readUInt32BE(16), png.readUInt32BE(20)]
}
