import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import type { Content } from '../content/load-content.ts'
import type { RenderedPage } from './rendered-page.ts'

/** Subfolder of the content folder where `npm run og` writes its pictures, and the list of them. */
export const PICTURES_FOLDER = 'pictures'
export const PICTURES_LIST = 'drawn.json'

/** Increase it when the drawing of pictures changes. */
const DRAWING_VERSION = 1

const file = z.string().check(z.regex(/^[\w-]+\.png$/))
export const drawnPictures = z.object({
  /** `brandKey` of the content they were drawn from. */
  brand: z.string(),
  icons: z.array(z.object({ file, size: z.int() })),
  /** One for each page that is listed; `title` is that of its document. */
  cards: z.array(z.object({ file, path: z.string(), title: z.string() })),
})
export type DrawnPictures = z.output<typeof drawnPictures>

interface Drawn {
  url: string
  body: Buffer
}

/** Square PNGs of the operator's icon, and a card for each page as social media show it. */
export interface Pictures {
  icons: readonly (Drawn & { size: number })[]
  cards: readonly (Drawn & { path: string; title: string })[]
}

const NONE: Pictures = { icons: [], cards: [] }

/** Digest of name, slogan, colours and icon, which all pictures show. Pictures of another brand are not used. */
export function brandKey({ site, icon }: Pick<Content, 'site' | 'icon'>): string {
  return createHash('sha256')
    .update(JSON.stringify([DRAWING_VERSION, site.name, site.slogan, site.colors ?? null]))
    .update(icon.body)
    .digest('hex')
    .slice(0, 16)
}

/** The drawn icon of this size, in pixels; null where there is none of this brand. */
export function loadIcon(
  contentDir: string,
  content: Pick<Content, 'site' | 'icon'>,
  size: number,
): Buffer | null {
  const folder = join(contentDir, PICTURES_FOLDER)
  try {
    const { brand, icons } = readList(folder)
    const icon = brand === brandKey(content) && icons.find((each) => each.size === size)
    return icon ? readFileSync(join(folder, icon.file)) : null
  } catch {
    return null
  }
}

function readList(folder: string): DrawnPictures {
  return drawnPictures.parse(JSON.parse(readFileSync(join(folder, PICTURES_LIST), 'utf8')))
}

/** The pictures in the folder; none when they belong to another brand or one is missing. */
export function loadPictures(
  contentDir: string,
  content: Pick<Content, 'site' | 'icon'>,
): Pictures {
  const folder = join(contentDir, PICTURES_FOLDER)
  try {
    const list = readList(folder)
    if (list.brand !== brandKey(content)) return NONE
    return {
      icons: list.icons.map((icon) => ({ ...icon, ...readPictureFile(folder, icon.file) })),
      cards: list.cards.map((card) => ({ ...card, ...readPictureFile(folder, card.file) })),
    }
  } catch {
    return NONE
  }
}

/** A sentence for the operator: which pages have no picture, and what to run. Null when all listed pages have one. */
export function describeMissingPictures(pages: readonly RenderedPage[]): string | null {
  const listed = pages.filter(({ isListed }) => isListed)
  const without = listed.filter(({ body }) => !body.identity.includes('property="og:image"'))
  if (without.length === 0) return null
  const which =
    without.length === listed.length
      ? '还没有画，或者名称、标语、颜色、图标改过之后没有重画'
      : `${without.map(({ path }) => path).join('、')} 的标题改过，没有重画`
  return `${which}：这些页面分享到社交媒体时不带图。运行 npm run og 画好，再重新启动`
}

/** Social media cache a picture by its address: a new picture gets a new address. */
function readPictureFile(folder: string, name: string): Drawn {
  const body = readFileSync(join(folder, name))
  const version = createHash('sha256').update(body).digest('hex').slice(0, 8)
  return { url: `/${PICTURES_FOLDER}/${name}?v=${version}`, body }
}
