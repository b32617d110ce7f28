import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright'
import { LARGEST_BYTES, pictureFile, PICTURES_FOLDER } from './picture-files.ts'

/** Pixels around what is shown. */
const MARGIN = 16
/** WebP; the first that makes the file small enough. */
const QUALITIES = [82, 70, 55]

/** Writes what these parts of the page cover as a picture; returns its size in bytes. */
export async function takePicture(
  page: Page,
  file: string,
  parts: readonly Locator[],
): Promise<number> {
  const clip = { ...(await areaOf(page, parts)), scale: 1 }
  await page.evaluate(`document.activeElement?.blur()`)
  await page.evaluate('document.fonts.ready.then(() => true)')
  // it stays open: its end would take the passkeys of the page with it
  const session = await page.context().newCDPSession(page)
  for (const quality of QUALITIES) {
    const { data } = await session.send('Page.captureScreenshot', {
      format: 'webp',
      quality,
      clip,
      captureBeyondViewport: true,
    })
    const picture = Buffer.from(data, 'base64')
    if (picture.length > LARGEST_BYTES) continue
    await mkdir(PICTURES_FOLDER, { recursive: true })
    await writeFile(join(PICTURES_FOLDER, pictureFile(file)), picture)
    return picture.length
  }
  throw new Error(`larger than ${LARGEST_BYTES} bytes: show less of the page`)
}

/** The rectangle of the document that holds all these parts. */
async function areaOf(page: Page, parts: readonly Locator[]) {
  const boxes = await Promise.all(
    parts.map(async (part) => {
      await part.waitFor()
      const box = await part.boundingBox()
      if (box === null) throw new Error(`${String(part)} is not shown`)
      return box
    }),
  )
  const scrolled = Number(await page.evaluate('scrollY'))
  const width = page.viewportSize()?.width ?? 0
  const left = Math.max(0, Math.min(...boxes.map(({ x }) => x)) - MARGIN)
  const top = Math.max(0, Math.min(...boxes.map(({ y }) => y)) + scrolled - MARGIN)
  const right = Math.min(width, Math.max(...boxes.map((box) => box.x + box.width)) + MARGIN)
  const bottom = Math.max(...boxes.map((box) => box.y + box.height)) + scrolled + MARGIN
  return {
    x: Math.floor(left),
    y: Math.floor(top),
    width: Math.ceil(right - left),
    height: Math.ceil(bottom - top),
  }
}
