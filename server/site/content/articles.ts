import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Article, type ArticleName, ARTICLES } from '#contract/content/article.ts'
import { readTextFile } from '../../lib/text-file.ts'
import { type TextMistake, splitFrontMatter } from './front-matter.ts'
import type { Anchor } from './markdown-inlines.ts'
import { readMarkdown, type ScreenFiles } from './markdown.ts'
import { fillPlaceholders, type ValueOf } from './placeholders.ts'

const FOLDER = 'pages'

/** Reads the texts of `content/pages/`; adds mistakes to `problems` with file and line. */
export function readArticles(
  folder: string,
  valueOf: ValueOf,
  problems: string[],
): ReadArticles | null {
  const read = new Map<ArticleName, ReadArticle>()
  for (const name of ARTICLES) {
    const file = readTextFile(join(folder, FOLDER, fileOf(name)))
    if (file !== null && 'text' in file) {
      read.set(name, readArticle(name, file.text.replaceAll('\r\n', '\n'), valueOf))
    } else {
      const reason = file?.reason ?? `找不到这个文件（目录 ${folder}）`
      problems.push(`${FOLDER}/${fileOf(name)}：${reason}`)
    }
  }
  for (const [name, { mistakes, anchors }] of read) {
    const all = [...mistakes, ...brokenAnchors(name, anchors, read)]
    problems.push(
      ...all
        .toSorted((one, other) => one.line - other.line)
        .map(({ line, reason }) => `${FOLDER}/${fileOf(name)}：第 ${line} 行：${reason}`),
    )
  }
  problems.push(...filesWithoutPage(join(folder, FOLDER)))
  const [tutorial, terms, privacy, refund] = ARTICLES.map((name) => read.get(name)?.article)
  if (!tutorial || !terms || !privacy || !refund) return null
  const screens = [...read].flatMap(([name, each]) =>
    each.screens.map(({ line, files }) => {
      return { place: `${FOLDER}/${fileOf(name)}：第 ${line} 行`, files }
    }),
  )
  return { articles: { tutorial, terms, privacy, refund }, screens }
}

interface ReadArticles {
  articles: Record<ArticleName, Article>
  /** The pictures that they show, with the place that names them. */
  screens: { place: string; files: string[] }[]
}

interface ReadArticle {
  /** Null when its front matter is invalid. */
  article: Article | null
  mistakes: TextMistake[]
  ids: ReadonlySet<string>
  anchors: readonly Anchor[]
  screens: readonly ScreenFiles[]
}

/** Links to sections that do not exist in these texts; sections of other pages are not checked. */
function brokenAnchors(
  name: ArticleName,
  anchors: readonly Anchor[],
  read: ReadonlyMap<ArticleName, ReadArticle>,
): TextMistake[] {
  return anchors.flatMap(({ to, line }) => {
    const [path = '', part = ''] = to.split('#')
    const target = ARTICLES.find((each) => (path === '' ? each === name : path === `/${each}`))
    const known = target && read.get(target)
    if (!known?.article || known.ids.has(part)) return []
    return { line, reason: `${path === '' ? '这一页' : ` ${path} `}没有段落 #${part}` }
  })
}

function fileOf(name: ArticleName): string {
  return `${name}.md`
}

function readArticle(name: ArticleName, text: string, valueOf: ValueOf): ReadArticle {
  const { head, lines, body, bodyLine, mistakes } = splitFrontMatter(text)
  if (head === null) return { article: null, mistakes, ids: new Set(), anchors: [], screens: [] }
  const { intro, sections, ...read } = readMarkdown(body, { firstLine: bodyLine, valueOf })
  const fill = (key: 'title' | 'description' | 'lead' | 'note') =>
    fillPlaceholders(head[key] ?? '', valueOf, (reason) =>
      mistakes.push({ line: lines[key] ?? 1, reason }),
    )
  const filled = {
    title: fill('title'),
    description: fill('description'),
    lead: fill('lead'),
    ...(head.note !== undefined && { note: fill('note') }),
  }
  const article: Article = { name, ...filled, updated: head.updated, intro, sections }
  return { ...read, article, mistakes: [...mistakes, ...read.mistakes] }
}

function filesWithoutPage(folder: string): string[] {
  const known = new Set(ARTICLES.map(fileOf))
  return namesIn(folder)
    .filter((name) => name.endsWith('.md') && !known.has(name))
    .map((name) => `${FOLDER}/${name}：网站没有这一页，可用：${[...known].join('、')}`)
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
