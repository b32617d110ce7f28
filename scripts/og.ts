/**
 * Draws pictures from the texts in `CONTENT_DIR` (default: content) into its folder `pictures`: a card
 * for social media per public page, and icons for home screens. Run it again when name, slogan, colours,
 * icon or titles change; until then the pages leave out the old pictures.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Resvg } from '@resvg/resvg-js'
import { MEDIA_TYPES } from '../server/http/pages/assets.ts'
import {
  brandKey,
  type DrawnPictures,
  PICTURES_FOLDER,
  PICTURES_LIST,
} from '../server/site/pages/pictures.ts'
import { createRecolor } from '../server/site/colors/recolor.ts'
import { cardSvg } from './pages/card.ts'
import { type RenderedDocument, renderSite } from './pages/rendered.ts'
import { ROOT, runProgram } from './run-program.ts'

/** Pixels of the icons for iPhones and the web manifest. */
const ICON_SIZES = [180, 192, 512]

const { code } = await runProgram(process.execPath, ['scripts/build.ts'])
if (code !== 0) throw new Error('the web does not build')
if (!drawsChinese()) {
  throw new Error('没有可用的中文字体：请安装一种，例如 apt-get install fonts-noto-cjk')
}
const contentDir = resolve(ROOT, process.env['CONTENT_DIR'] ?? 'content')
const folder = join(contentDir, PICTURES_FOLDER)
const { content, documents } = await renderSite(contentDir)
const { site, icon } = content
const iconUrl = dataUrl(icon.extension, icon.body)

await rm(folder, { recursive: true, force: true })
await mkdir(folder, { recursive: true })
const drawn: DrawnPictures = { brand: brandKey(content), icons: [], cards: [] }
for (const size of ICON_SIZES) {
  const file = `icon-${size}.png`
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${size}" height="${size}"><image width="${size}" height="${size}" xlink:href="${iconUrl}"/></svg>`
  await writeFile(join(folder, file), pngOf(picture))
  drawn.icons.push({ file, size })
}
for (const page of documents.filter(({ isListed }) => isListed)) {
  const file = `og-${page.path === '/' ? 'home' : page.path.slice(1).replaceAll(/\W/g, '-')}.png`
  const title = titleOf(page)
  await writeFile(join(folder, file), pngOf(cardOf(page.path, title)))
  drawn.cards.push({ file, path: page.path, title })
}
await writeFile(join(folder, PICTURES_LIST), `${JSON.stringify(drawn, null, 2)}\n`)
process.stdout.write(`${drawn.cards.length} 张分享图，${drawn.icons.length} 个图标：${folder}\n`)

/** The card of the home page shows the slogan, others show their title. */
function cardOf(path: string, title: string): string {
  const own = title.replace(` - ${site.name}`, '')
  const card = cardSvg({
    title: path === '/' ? site.slogan : own,
    brand: site.name,
    slogan: site.slogan,
    icon: iconUrl,
  })
  return createRecolor(site.colors)?.(card) ?? card
}

function titleOf({ path, html }: RenderedDocument): string {
  const found = /<title>([^<]*)<\/title>/.exec(html)?.[1]
  if (found === undefined) throw new Error(`${path} has no title`)
  return unescaped(found)
}

function unescaped(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
}

function pngOf(svg: string): Buffer {
  return new Resvg(svg).render().asPng()
}

/** Whether a font has Chinese characters: without one they are missing in the picture. */
function drawsChinese(): boolean {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><text y="20" font-size="20">星</text></svg>'
  return new Resvg(svg).getBBox() !== undefined
}

function dataUrl(extension: string, body: Buffer): string {
  const type = MEDIA_TYPES[extension]?.split(';')[0] ?? 'image/png'
  return `data:${type};base64,${body.toString('base64')}`
}
