import { lexer, type MarkedToken, type Token, type Tokens } from 'marked'
import { type Block, type Inline, plainText, type Section } from '#contract/article.ts'
import type { TextMistake } from './front-matter.ts'
import { type Anchor, createInlines, isRemark, type Place } from './markdown-inlines.ts'
import type { ValueOf } from './placeholders.ts'

export interface Text {
  intro: Block[]
  sections: Section[]
  mistakes: TextMistake[]
  /** What can be linked to. */
  ids: ReadonlySet<string>
  anchors: readonly Anchor[]
}

interface Options {
  /** Of the text's beginning in its file. */
  firstLine: number
  /** What stands for `{{name}}`. */
  valueOf: ValueOf
}

/** Names that the documents around a text have taken; a test holds them against the documents. */
export const TAKEN_IDS: readonly string[] = [
  ...['account-menu', 'content', 'root', 'scheme-auto', 'scheme-dark', 'scheme-light'],
  ...['loading', 'side-help', 'site', 'site-sheet', 'support-qr', 'toc', 'top'],
]

/** Reads Markdown into the tree that pages show; what pages do not show is complained of by its line. */
export function readMarkdown(source: string, { firstLine, valueOf }: Options): Text {
  const mistakes: TextMistake[] = []
  const ids = new Set(TAKEN_IDS)
  /** Where the block stands that is being read. */
  let offset = 0
  function lineAt(place: number): number {
    return firstLine + source.slice(0, place).split('\n').length - 1
  }
  function lineOf(raw: string): number {
    const found = source.indexOf(firstLineOf(raw), offset)
    return lineAt(found === -1 ? offset : found)
  }
  const complain: Place = (raw, reason) => mistakes.push({ line: lineOf(raw), reason })
  /** A name that is missing twice is missing on two lines. */
  const behindValue = new Map<string, number>()
  function complainOfValue(written: string, raw: string, reason: string): void {
    const found = source.indexOf(written, Math.max(offset, behindValue.get(written) ?? 0))
    if (found === -1) {
      complain(raw, reason)
      return
    }
    behindValue.set(written, found + written.length)
    mistakes.push({ line: lineAt(found), reason })
  }
  const inlines = createInlines({ complain, lineOf, complainOfValue }, valueOf)

  /** Tokens come in the order of the text, so that each is looked for behind the last. */
  function standAt({ raw }: { raw: string }): void {
    const found = source.indexOf(firstLineOf(raw), offset)
    if (found !== -1) offset = found
  }

  function idOf(written: string | null, label: string, raw: string): string {
    const id = written ?? label.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '')
    if (id === '') complain(raw, '标题里没有文字')
    if (ids.has(id)) complain(raw, `段落标识重复：${id}，请在标题末尾写 {#另一个名字}`)
    ids.add(id)
    return id
  }

  function headingOf(token: Tokens.Heading) {
    const { of, id } = inlines.heading(token)
    const label = plainText(of)
    return { of, label, id: idOf(id, label, token.raw) }
  }

  function blockOf(token: MarkedToken): Block[] {
    standAt(token)
    switch (token.type) {
      case 'space':
      case 'def':
        return []
      case 'paragraph':
      case 'text':
        return [{ kind: 'paragraph', of: inlines.of(token.tokens) }]
      case 'code':
        return [codeOf(token)]
      case 'blockquote':
        return [{ kind: 'notice', of: noticeOf(token) }]
      case 'list':
        return [listOf(token)]
      case 'table':
        return [tableOf(token)]
      case 'html':
        if (!isRemark(token.raw)) complain(token.raw, `不支持 HTML：${firstLineOf(token.raw)}`)
        return []
      case 'heading':
        complain(token.raw, '标题不能放在列表或引用里')
        return []
      default:
        complain(token.raw, `不支持这种写法：${firstLineOf(token.raw)}`)
        return []
    }
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
      if (block.kind !== 'paragraph') complain(raw, '引用（> 开头）里只能写文字')
      const of = block.kind === 'paragraph' ? block.of : []
      return at === 0 ? of : [{ kind: 'break' }, ...of]
    })
  }

  function listOf({ ordered: isOrdered, items, raw }: Tokens.List): Block {
    const beginning = offset
    const read = items.map((item) => {
      standAt(item)
      if (item.task) complain(item.raw, '不支持勾选列表')
      return blocksOf(item.tokens)
    })
    const titled = read.map(titledItem)
    if (titled.every((item) => item !== null)) {
      return { kind: isOrdered ? 'steps' : 'terms', items: titled }
    }
    if (titled.some((item) => item !== null)) {
      offset = beginning
      complain(raw, '列表要么每一项都以 **粗体** 开头，要么都不以粗体开头')
    }
    return { kind: 'list', isOrdered, items: read }
  }

  function tableOf({ header, rows }: Tokens.Table): Block {
    const cells = (row: Tokens.TableCell[]) => row.map(({ tokens }) => inlines.of(tokens))
    return { kind: 'table', head: cells(header), rows: rows.map(cells) }
  }

  function blocksOf(tokens: Token[]): Block[] {
    return known(tokens).flatMap(blockOf)
  }

  const intro: Block[] = []
  const sections: Section[] = []
  let lastLevel = 1
  let beginning = 0
  for (const token of known(lexer(source))) {
    offset = beginning
    beginning += token.raw.length
    const blocks = sections.at(-1)?.blocks ?? intro
    if (token.type !== 'heading') {
      blocks.push(...blockOf(token))
      continue
    }
    standAt(token)
    const { depth, raw } = token
    const reason = reasonAgainst(depth, lastLevel)
    if (reason !== null) complain(raw, reason)
    lastLevel = depth
    const { id, of, label } = headingOf(token)
    if (depth === 2) sections.push({ id, title: of, label, blocks: [] })
    else blocks.push({ kind: 'heading', level: depth === 3 ? 3 : 4, id, of })
  }
  if (sections.length === 0) complain(source, '正文至少要有一个 ## 开头的段落')
  return { intro, sections, mistakes, ids, anchors: inlines.anchors }
}

function reasonAgainst(depth: number, last: number): string | null {
  if (depth === 1) return '标题从 ## 开始：页面标题写在文件头的 title 里'
  if (depth > 4) return '标题最多四级（####）'
  return depth > last + 1 ? `标题跳级：${'#'.repeat(last)} 之后应为 ${'#'.repeat(last + 1)}` : null
}

/** An item that begins in bold: that is its title. */
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

/** The kinds that the library makes by itself: no extension adds another. */
function known(tokens: Token[]): MarkedToken[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return tokens as MarkedToken[]
}
