import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Article, type ArticleName, ARTICLES } from '#contract/article.ts'
import type { SiteContent } from '#contract/content.ts'
import { splitFrontMatter } from './front-matter.ts'
import type { ValueOf } from './markdown-inlines.ts'
import { readMarkdown } from './markdown.ts'

const FOLDER = 'pages'

/** Texts of `content/pages/`; what is wrong with them goes into `problems` by file and line. */
export function readArticles(
  folder: string,
  site: SiteContent | null,
  problems: string[],
): Record<ArticleName, Article> | null {
  const values = valuesOf(site)
  const read = new Map<ArticleName, Article>()
  for (const name of ARTICLES) {
    const text = readText(join(folder, FOLDER, `${name}.md`))
    if (text === null) {
      problems.push(`${FOLDER}/${name}.md：找不到这个文件（目录 ${folder}）`)
      continue
    }
    const { article, complaints } = readArticle(name, text, values)
    problems.push(
      ...complaints
        .toSorted((one, other) => one.line - other.line)
        .map(({ line, reason }) => `${FOLDER}/${name}.md：第 ${line} 行：${reason}`),
    )
    if (article) read.set(name, article)
  }
  problems.push(...strangers(join(folder, FOLDER)))
  const [tutorial, terms, privacy, refund] = ARTICLES.map((name) => read.get(name))
  return tutorial && terms && privacy && refund ? { tutorial, terms, privacy, refund } : null
}

/** Null = every name is taken as known: without site.json there is nothing to compare with. */
type Values = ReadonlyMap<string, string> | null

function readArticle(name: ArticleName, text: string, values: Values) {
  const { head, body, bodyLine, complaints } = splitFrontMatter(text)
  if (head === null) return { article: null, complaints }
  const valueOf: ValueOf = (key) => (values ? (values.get(key) ?? null) : undefined)
  const { intro, sections, ...read } = readMarkdown(body, { firstLine: bodyLine, valueOf })
  const fill = (words: string) =>
    words.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (written, key: string) => {
      const value = valueOf(key)
      if (value === null) complaints.push({ line: 1, reason: `文件头里没有 {{${key}}} 这个值` })
      return value ?? written
    })
  const filled = {
    title: fill(head.title),
    description: fill(head.description),
    lead: fill(head.lead),
    ...(head.note !== undefined && { note: fill(head.note) }),
  }
  const article: Article = { name, ...filled, updated: head.updated, intro, sections }
  return { article, complaints: [...complaints, ...read.complaints] }
}

/** What `{{name}}` may say. */
function valuesOf(site: SiteContent | null): Values {
  if (site === null) return null
  const { name, company, email, address, toolsUrl, toolsLabel, creditUnit, supportHours } = site
  const chat = site.support.find((way) => way.kind === 'messenger')
  const given = {
    name,
    company,
    email,
    address,
    toolsUrl,
    toolsLabel,
    creditUnit,
    supportHours,
    supportLabel: chat?.label,
    supportUrl: chat?.url,
  }
  return new Map(
    Object.entries(given).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  )
}

function strangers(folder: string): string[] {
  const known = new Set<string>(ARTICLES.map((name) => `${name}.md`))
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

function readText(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
      .replace(/^\uFEFF/, '')
      .replaceAll('\r\n', '\n')
  } catch {
    return null
  }
}
