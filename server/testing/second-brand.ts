import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SiteContent } from '#contract/content/content.ts'

const SHIPPED = fileURLToPath(new URL('../../content', import.meta.url))
const HAN = /\p{Script=Han}/gu

/** Settings that every operator changes. */
const OWN = {
  name: '青禾绘图',
  slogan: '把想法画出来',
  description: '一份预付点数，用来画图、修图、做海报。',
  colors: { accent: '#0a8f5b', money: '#c2185b' },
  toolsUrl: 'https://draw.qinghe.test',
  toolsLabel: '画板',
  support: [
    { kind: 'messenger', label: '找人问问', url: 'https://talk.qinghe.test/help' },
    { kind: 'qr', label: '扫一扫', text: 'https://scan.qinghe.test/us' },
  ],
  supportHours: '每天 8:00–20:00',
  downloads: [{ platform: 'web', label: '网页画板', url: 'https://draw.qinghe.test' }],
  company: '青禾数码有限公司',
  email: 'hello@qinghe.test',
  address: '成都市青羊区某路 1 号',
  creditUnit: '点',
} satisfies Partial<SiteContent>

/** Pictures that differ from the first brand's. */
const MARK =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path fill="#0a8f5b" d="M4 28V4h24z"/></svg>'

/**
 * The content folder of another shop: its own name, links, colours and pictures, and every other
 * Chinese word of the shipped files made into another one, so that a file added later is covered, too.
 */
export async function secondBrand() {
  const folder = await mkdtemp(join(tmpdir(), 'second-brand-'))
  await cp(SHIPPED, folder, { recursive: true })
  // cards for social media were drawn for the first
  await rm(join(folder, 'pictures'), { recursive: true, force: true })
  for (const file of await textFiles(folder)) {
    await writeFile(file, reworded(await readFile(file, 'utf8')))
  }
  const site: unknown = JSON.parse(await readFile(join(folder, 'site.json'), 'utf8'))
  const own = { ...Object(site), ...OWN, icp: undefined, logo: 'mark.svg', icon: 'mark.svg' }
  await writeFile(join(folder, 'site.json'), JSON.stringify(own, null, 2))
  await writeFile(join(folder, 'mark.svg'), MARK)
  for (const name of ['logo.svg', 'favicon.svg']) await rm(join(folder, name))
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) }
}

/** Every text of the shipped files that is long enough to be somebody's own, and every short name of a thing sold. */
export async function wordsOfFirstBrand(): Promise<Set<string>> {
  const words = new Set(['星桥', 'xingqiao', '积分'])
  for (const file of await textFiles(SHIPPED)) {
    const text = await readFile(file, 'utf8')
    const strings = file.endsWith('.json')
      ? leaves(JSON.parse(text))
      : // sentences, without what Markdown makes of them
        text.split(/[\n*`|[\](){}<>「」#。；：]+/)
    for (const [host] of text.matchAll(/[\w-]+[.@]example\.com/g)) words.add(host)
    for (const each of strings) {
      const string = each.trim()
      if ((string.match(HAN) ?? []).length >= 7) words.add(string)
    }
  }
  return words
}

async function textFiles(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true })
  return names
    .filter((name) => /\.(json|md)$/.test(name) && name !== 'README.md')
    .map((name) => join(folder, name))
}

/** Each Chinese character becomes another, each host another; all else a file is made of stays. */
function reworded(text: string): string {
  return text
    .replaceAll(HAN, (character) => {
      const place = (character.codePointAt(0) ?? 0) - 0x4e00
      return String.fromCodePoint(0x4e00 + ((place + 4999) % 20_000))
    })
    .replaceAll('xingqiao', 'qinghe')
    .replaceAll('example.com', 'qinghe.test')
}

function leaves(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(leaves)
}
