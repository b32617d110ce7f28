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
import { type RenderedDocument, renderSite } from './pages/rendered.ts'
import { ROOT, runProgram } from './run-program.ts'

/** Size that social media crop least: https://developers.facebook.com/docs/sharing/webmasters/images */
const CARD_SIZE = { width: 1200, height: 630 }

interface CardWords {
  /** The large line; breaks after punctuation when it is long. */
  title: string
  brand: string
  slogan: string
  /** The operator's square picture as a data URL. */
  icon: string
}

/** Colours of the night side of `web/styles/tokens.css`. */
const NIGHT = '#080d1e'
const DEEP = '#111b42'
const POINT = '#8c99ff'
const STAR = '#f7bd48'
const BRIGHT = '#eef2ff'
const SOFT = '#b6c0dc'

const LEFT = 84
/** Width of the column of words. */
const COLUMN = 560
const FONT = `font-family="Noto Sans CJK SC, Noto Sans SC, PingFang SC, Microsoft YaHei, sans-serif"`

/** A page as a card: the operator's words on the left, the arc of light points on the right. */
function cardSvg({ title, brand, slogan, icon }: CardWords): string {
  const lines = linesOf(title)
  const size = Math.min(88, Math.floor(COLUMN / Math.max(...lines.map(widthInEms))))
  const leading = Math.round(size * 1.32)
  const first = 350 - ((lines.length - 1) * leading) / 2
  const below = first + (lines.length - 1) * leading + 84
  return `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${CARD_SIZE.width}" height="${CARD_SIZE.height}">
<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${NIGHT}"/><stop offset="1" stop-color="${DEEP}"/></linearGradient>
<radialGradient id="glow"><stop offset="0" stop-color="${STAR}" stop-opacity=".36"/><stop offset=".35" stop-color="${STAR}" stop-opacity=".16"/><stop offset=".7" stop-color="${STAR}" stop-opacity=".04"/><stop offset="1" stop-color="${STAR}" stop-opacity="0"/></radialGradient></defs>
<rect width="${CARD_SIZE.width}" height="${CARD_SIZE.height}" fill="url(#sky)"/>
${arc()}
<image x="${LEFT}" y="78" width="64" height="64" xlink:href="${icon}"/>
<text x="${LEFT + 84}" y="123" ${FONT} font-size="36" font-weight="700" fill="${BRIGHT}">${escaped(brand)}</text>
${lines.map((line, at) => `<text x="${LEFT}" y="${first + at * leading}" ${FONT} font-size="${size}" font-weight="700" fill="${BRIGHT}">${escaped(line)}</text>`).join('\n')}
${title === slogan ? '' : `<text x="${LEFT}" y="${below}" ${FONT} font-size="${Math.min(34, Math.floor(COLUMN / widthInEms(slogan)))}" fill="${SOFT}">${escaped(slogan)}</text>`}
</svg>`
}

/** Light points that grow towards the star, between two shores. */
function arc(): string {
  const { x, y, reach, rise, count } = { x: 880, y: 506, reach: 236, rise: 316, count: 14 }
  const points = Array.from({ length: count + 1 }, (_, at) => {
    if (at === count / 2) return ''
    const angle = (Math.PI * at) / count
    const height = Math.sin(angle)
    const radius = 4.5 + 6 * height ** 1.6
    return `<circle cx="${rounded(x - reach * Math.cos(angle))}" cy="${rounded(y - rise * height)}" r="${rounded(radius)}" opacity="${rounded(0.55 + 0.45 * height)}"/>`
  })
  const top = y - rise
  const shore = (from: number) =>
    `<path d="M${from} 548h92" stroke="${SOFT}" stroke-width="5" stroke-linecap="round"/>`
  return [
    `<circle cx="${x}" cy="${top}" r="190" fill="url(#glow)"/>`,
    `<g fill="${POINT}">${points.join('')}</g>`,
    `<path d="${starPath(x, top, 44)}" fill="${STAR}"/>`,
    shore(x - reach - 46),
    shore(x + reach - 46),
  ].join('\n')
}

/** A star of four points. */
function starPath(x: number, y: number, radius: number): string {
  const waist = radius / 8
  return `M${x} ${y - radius}Q${x + waist} ${y - waist} ${x + radius} ${y}Q${x + waist} ${y + waist} ${x} ${y + radius}Q${x - waist} ${y + waist} ${x - radius} ${y}Q${x - waist} ${y - waist} ${x} ${y - radius}z`
}

/** At most seven characters fit a line at full size: longer ones break behind a comma, if there is one. */
function linesOf(title: string): string[] {
  if (widthInEms(title) <= COLUMN / 80) return [title]
  const parts = title.split(/(?<=[，、：；。！？ ])/)
  if (parts.length < 2) return [title]
  const half = widthInEms(title) / 2
  const head: string[] = []
  for (const part of parts) {
    if (head.length > 0 && widthInEms(head.join('') + part) > half * 1.2) break
    head.push(part)
  }
  const tail = title.slice(head.join('').length).trim()
  return tail === '' ? [title] : [head.join('').trim(), tail]
}

/** A Chinese character is one em wide, a Latin letter a good half. */
function widthInEms(text: string): number {
  return Array.from(text).reduce(
    (sum, character) => sum + (/[\u2e80-\uffff]/.test(character) ? 1 : 0.6),
    0,
  )
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}

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
