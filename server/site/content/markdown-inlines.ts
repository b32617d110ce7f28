import type { MarkedToken, Token, Tokens } from 'marked'
import type { Inline } from '#contract/article.ts'
import { isLinkablePage } from '#contract/addresses.ts'
import { fillPlaceholders, type ValueOf } from './placeholders.ts'

/** Says what is wrong with a piece of the text. */
export type Place = (raw: string, reason: string) => void

export interface Places {
  complain: Place
  lineOf: (raw: string) => number
  /** The same of a `{{name}}`, as it is written in this piece. */
  complainOfValue: (written: string, raw: string, reason: string) => void
}

/** A link to a part of this page (`#first`) or of another (`/terms#first`). */
export interface Anchor {
  to: string
  line: number
}

const HEADING_ID = /\s*\{#([\p{L}\p{N}_-]+)\}\s*$/u
/** Elsewhere by https or mail, in this site, or in this page. */
const ADDRESS = /^(https:\/\/\S+|mailto:\S+@\S+|\/(?!\/)\S*|#\S+)$/

/** Reads what stands inside a block. */
export function createInlines({ complain, lineOf, complainOfValue }: Places, valueOf: ValueOf) {
  const anchors: Anchor[] = []

  /** The text with the operator's values in the places of `{{name}}`. */
  function filled(text: string, raw: string): string {
    return fillPlaceholders(text, valueOf, (reason, written) =>
      complainOfValue(written, raw, reason),
    )
  }

  function inlineOf(token: MarkedToken): Inline[] {
    switch (token.type) {
      case 'text':
        return token.tokens ? of(token.tokens) : [textOf(token)]
      case 'escape':
        return [token.text]
      case 'strong':
        return [{ kind: 'strong', of: of(token.tokens) }]
      case 'em':
        return [{ kind: 'emphasis', of: of(token.tokens) }]
      case 'codespan':
        return [{ kind: 'code', text: filled(token.text, token.raw) }]
      case 'br':
        return [{ kind: 'break' }]
      case 'link':
        return [linkOf(token)]
      case 'image':
        complain(token.raw, `不支持图片：${token.raw}`)
        return []
      case 'html':
        if (!isRemark(token.raw)) complain(token.raw, `不支持 HTML：${token.raw}`)
        return []
      default:
        complain(token.raw, `不支持这种写法：${token.raw}`)
        return []
    }
  }

  function textOf({ text, raw }: Tokens.Text | Tokens.Tag): string {
    // Markdown sees no end of emphasis between a punctuation mark and a Chinese character
    if (text.includes('**')) complain(raw, '** 没有成对：请把句末标点移到 ** 外面')
    // a line break in the source is none in Chinese
    return filled(text, raw).replaceAll(/(?<=[^\x20-\x7e])\n|\n(?=[^\x20-\x7e])/g, '')
  }

  function linkOf(token: Tokens.Link): Inline {
    const to = filled(token.href, token.raw)
    // a value that is missing is complained of where it is put in
    if (!ADDRESS.test(to) && !to.includes('{{')) {
      complain(token.raw, `链接应以 https://、mailto:、/ 或 # 开头：${to}`)
    } else if (token.href.startsWith('/') && !isLinkablePage(to)) {
      complain(token.raw, `站内没有这一页：${to}`)
    } else if (/^[#/].*#|^#/.test(to)) {
      anchors.push({ to, line: lineOf(token.raw) })
    }
    return { kind: 'link', to, of: of(token.tokens) }
  }

  function of(tokens: Token[] = []): Inline[] {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- no extension adds other kinds
    const parts = (tokens as MarkedToken[]).flatMap(inlineOf)
    return joined(parts)
  }

  /** A heading may end in `{#name}`, which is its anchor. */
  function heading({ tokens }: Tokens.Heading): { of: Inline[]; id: string | null } {
    const parts = of(tokens)
    const last = parts.at(-1)
    const [end, id] = (typeof last === 'string' && HEADING_ID.exec(last)) || []
    if (end === undefined || id === undefined || typeof last !== 'string') {
      return { of: parts, id: null }
    }
    const words = last.slice(0, -end.length)
    return { of: [...parts.slice(0, -1), ...(words === '' ? [] : [words])], id }
  }

  return { of, heading, filled, anchors }
}

/** A comment alone: words behind it on its line, or all that follow one without an end, would be lost. */
export function isRemark(html: string): boolean {
  return /^<!--(?:(?!-->).)*-->\s*$/s.test(html)
}

/** Neighbouring strings as one. */
function joined(parts: readonly Inline[]): Inline[] {
  const all: Inline[] = []
  for (const part of parts) {
    const last = all.at(-1)
    if (typeof part === 'string' && typeof last === 'string') all[all.length - 1] = last + part
    else all.push(part)
  }
  return all
}
