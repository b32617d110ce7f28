import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  HANDBOOK,
  LARGEST_BYTES,
  LARGEST_TOTAL,
  pictureFile,
  PICTURES_FOLDER,
} from './picture-files.ts'
import { PICTURES } from './pictures.ts'

const taken = PICTURES.map(({ file, alt }) => ({ file: pictureFile(file), alt }))

async function readShown() {
  const handbook = await readFile(HANDBOOK, 'utf8')
  return [...handbook.matchAll(/!\[([^\]]*)\]\(([^)]*)\)/g)].map(([, alt = '', path = '']) => ({
    file: path.replace(/^pictures\//, ''),
    alt,
  }))
}

const byFile = (one: { file: string }, other: { file: string }) =>
  one.file.localeCompare(other.file)

test('the handbook shows each picture of the script once, with its alternative text', async () => {
  const shown = await readShown()
  expect(shown.toSorted(byFile)).toEqual(taken.toSorted(byFile))
  expect(taken.filter(({ alt }) => alt.length < 20)).toEqual([])
})

test('the folder has these pictures and no other, each and all together small', async () => {
  const found = await readdir(PICTURES_FOLDER)
  expect(found.toSorted()).toEqual(taken.map(({ file }) => file).toSorted())
  const sizes = await Promise.all(
    found.map(async (file) => ({ file, size: (await stat(join(PICTURES_FOLDER, file))).size })),
  )
  expect(sizes.filter(({ size }) => size > LARGEST_BYTES)).toEqual([])
  expect(sizes.reduce((sum, { size }) => sum + size, 0)).toBeLessThanOrEqual(LARGEST_TOTAL)
})

test('links of the handbook to its own headings lead to one', async () => {
  const handbook = await readFile(HANDBOOK, 'utf8')
  const anchors = [...handbook.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => anchorOf(title))
  const links = [...handbook.matchAll(/\]\(#([^)]+)\)/g)].map(([, anchor]) => anchor!)
  expect(links.length).toBeGreaterThan(0)
  expect(links.filter((anchor) => !anchors.includes(anchor))).toEqual([])
})

/** As GitHub names a heading. */
function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-')
}
