import { lexer, type MarkedToken, type Token, type Tokens } from 'marked'
import { type Block, type Inline, plainText, type Section } from '#contract/content/article.ts'
import type { TextMistake } from './front-matter.ts'
import {
  type Anchor,
  createInlines,
  isHtmlComment,
  type ReportMistake,
} from './markdown-inlines.ts'
import type { ValueOf } from './placeholders.ts'

export interface Text {
  intro: Block[]
  sections: Section[]
  mistakes: TextMistake[]
  /** Ids that links can point to. */
  ids: ReadonlySet<string>
  anchors: readonly Anchor[]
  screens: readonly ScreenFiles[]
}

/** The files of a picture, and the line that names it. */
export interface ScreenFiles {
  line: number
  files: string[]
}

const SCREEN = /^screen-[a-z0-9-]+$/

interface Options {
  /** The line in the file where the text begins. */
  firstLine: number
  /** The value of `{{name}}`. */
  valueOf: ValueOf
}

/** Ids that the documents around an article use; a test compares them with the documents. */
export const TAKEN_IDS: readonly string[] = [
  ...['account-menu', 'content', 'root', 'scheme-auto', 'scheme-dark', 'scheme-light'],
  ...['failed', 'loading', 'old-browser', 'side-help', 'site', 'site-sheet', 'support-qr'],
  ...['toc', 'top'],
]

/** Parses Markdown into the tree that pages render; unsupported Markdown is reported with its line. */
export function readMarkdown(source: string, { firstLine, valueOf }: Options): Text {
  const mistakes: TextMistake[] = []
  const screens: ScreenFiles[] = []
  const ids = new Set(TAKEN_IDS)
  /** The position of the current block. */
  let offset = 0
  function lineAt(place: number): number {
    return firstLine + source.slice(0, place).split('\n').length - 1
  }
  function lineOf(raw: string): number {
    const found = source.indexOf(firstLineOf(raw), offset)
    return lineAt(found === -1 ? offset : found)
  }
  const reportMistake: ReportMistake = (raw, reason) => mistakes.push({ line: lineOf(raw), reason })
  /** Where to search for the next occurrence of each unknown `{{name}}`. */
  const searchFrom = new Map<string, number>()
  function reportMissingValue(written: string, raw: string, reason: string): void {
    const found = source.indexOf(written, Math.max(offset, searchFrom.get(written) ?? 0))
    if (found === -1) {
      reportMistake(raw, reason)
      return
    }
    searchFrom.set(written, found + written.length)
    mistakes.push({ line: lineAt(found), reason })
  }
  const inlines = createInlines({ reportMistake, lineOf, reportMissingValue }, valueOf)

  /** Moves to this token; tokens come in the order of the text. */
  function moveTo({ raw }: { raw: string }): void {
    const found = source.indexOf(firstLineOf(raw), offset)
    if (found !== -1) offset = found
  }

  function idOf(written: string | null, label: string, raw: string): string {
    const id = written ?? label.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '')
    if (id === '') reportMistake(raw, '标题里没有文字')
    if (ids.has(id)) reportMistake(raw, `段落标识重复：${id}，请在标题末尾写 {#另一个名字}`)
    ids.add(id)
    return id
  }

  function headingOf(token: Tokens.Heading) {
    const { of, id } = inlines.heading(token)
    const label = plainText(of)
    return { of, label, id: idOf(id, label, token.raw) }
  }

  function blockOf(token: MarkedToken): Block[] {
    moveTo(token)
    switch (token.type) {
      case 'space':
      case 'def':
        return []
      case 'paragraph':
      case 'text': {
        const screen = screenOf(token.tokens)
        return [screen ?? { kind: 'paragraph', of: inlines.of(token.tokens) }]
      }
      case 'code':
        return [codeOf(token)]
      case 'blockquote':
        return [{ kind: 'notice', of: noticeOf(token) }]
      case 'list':
        return [listOf(token)]
      case 'table':
        return [tableOf(token)]
      case 'html':
        if (!isHtmlComment(token.raw))
          reportMistake(token.raw, `不支持 HTML：${firstLineOf(token.raw)}`)
        return []
      case 'heading':
        reportMistake(token.raw, '标题不能放在列表或引用里')
        return []
      default:
        reportMistake(token.raw, `不支持这种写法：${firstLineOf(token.raw)}`)
        return []
    }
  }

  /** A line with a picture alone, `![what it shows](screen-picture)`: two files, `…-light.webp` and `…-dark.webp`. */
  function screenOf(tokens: Token[] = []): Block | null {
    const [image, ...others] = markedTokens(tokens)
    if (image?.type !== 'image' || others.length > 0 || !SCREEN.test(image.href)) return null
    const [light, dark] = ['light', 'dark'].map((scheme) => `${image.href}-${scheme}.webp`)
    screens.push({ line: lineOf(image.raw), files: [light!, dark!] })
    return { kind: 'screen', screen: { label: image.text, light: light!, dark: dark! } }
  }

  function codeOf({ raw, text, lang = '' }: Tokens.Code): Block {
    const [language = '', ...title] = lang.split(/\s+/)
    return {
      kind: 'code',
      title: title.join(' ') || language || '代码',
      text: inlines.filled(text, raw),
    }
  }

  function noticeOf({ raw, tokens }: Tokens.Blockquote): Inline[] {
    const paragraphs = blocksOf(tokens)
    return paragraphs.flatMap((block, at): Inline[] => {
      if (block.kind !== 'paragraph') reportMistake(raw, '引用（> 开头）里只能写文字')
      const of = block.kind === 'paragraph' ? block.of : []
      return at === 0 ? of : [{ kind: 'break' }, ...of]
    })
  }

  function listOf({ ordered: isOrdered, items, raw }: Tokens.List): Block {
    const beginning = offset
    const read = items.map((item) => {
      moveTo(item)
      if (item.task) reportMistake(item.raw, '不支持勾选列表')
      return blocksOf(item.tokens)
    })
    const titled = read.map(titledItem)
    if (titled.every((item) => item !== null)) {
      return { kind: isOrdered ? 'steps' : 'terms', items: titled }
    }
    if (titled.some((item) => item !== null)) {
      offset = beginning
      reportMistake(raw, '列表要么每一项都以 **粗体** 开头，要么都不以粗体开头')
    }
    return { kind: 'list', isOrdered, items: read }
  }

  function tableOf({ header, rows }: Tokens.Table): Block {
    const cells = (row: Tokens.TableCell[]) => row.map(({ tokens }) => inlines.of(tokens))
    return { kind: 'table', head: cells(header), rows: rows.map(cells) }
  }

  function blocksOf(tokens: Token[]): Block[] {
    return markedTokens(tokens).flatMap(blockOf)
  }

  const intro: Block[] = []
  const sections: Section[] = []
  let lastLevel = 1
  let beginning = 0
  for (const token of markedTokens(lexer(source))) {
    offset = beginning
    beginning += token.raw.length
    const blocks = sections.at(-1)?.blocks ?? intro
    if (token.type !== 'heading') {
      blocks.push(...blockOf(token))
      continue
    }
    moveTo(token)
    const { depth, raw } = token
    const reason = reasonAgainst(depth, lastLevel)
    if (reason !== null) reportMistake(raw, reason)
    lastLevel = depth
    const { id, of, label } = headingOf(token)
    if (depth === 2) sections.push({ id, title: of, label, blocks: [] })
    else blocks.push({ kind: 'heading', level: depth === 3 ? 3 : 4, id, of })
  }
  if (sections.length === 0) reportMistake(source, '正文至少要有一个 ## 开头的段落')
  return { intro, sections, mistakes, ids, anchors: inlines.anchors, screens }
}

function reasonAgainst(depth: number, last: number): string | null {
  if (depth === 1) return '标题从 ## 开始：页面标题写在文件头的 title 里'
  if (depth > 4) return '标题最多四级（####）'
  return depth > last + 1 ? `标题跳级：${'#'.repeat(last)} 之后应为 ${'#'.repeat(last + 1)}` : null
}

/** Splits off the bold beginning of a list item as its title; null without one. */
function titledItem([first, ...blocks]: Block[]): { title: Inline[]; blocks: Block[] } | null {
  if (first?.kind !== 'paragraph') return null
  const [strong, next, ...others] = first.of
  if (typeof strong !== 'object' || strong.kind !== 'strong') return null
  const rest =
    typeof next === 'string'
      ? [next.replace(/^[\s：:]+/, ''), ...others]
      : [...(next === undefined ? [] : [next]), ...others]
  const words = rest.filter((part) => part !== '')
  return {
    title: strong.of,
    blocks: words.length === 0 ? blocks : [{ kind: 'paragraph', of: words }, ...blocks],
  }
}

function firstLineOf(raw: string): string {
  return raw.trimStart().split('\n', 1)[0] ?? ''
}

/** Narrows the type: no extension of the library adds other kinds of tokens. */
function markedTokens(tokens: Token[]): MarkedToken[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return tokens as MarkedToken[]
}
