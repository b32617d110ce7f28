import type { MarkedToken, Token, Tokens } from 'marked'
import type { Inline } from '#contract/content/article.ts'
import { isLinkablePage } from '#contract/addresses.ts'
import { fillPlaceholders, type ValueOf } from './placeholders.ts'

/** Reports a mistake in a piece of the text. */
export type ReportMistake = (raw: string, reason: string) => void

export interface MistakeReporter {
  reportMistake: ReportMistake
  lineOf: (raw: string) => number
  /** Reports an unknown `{{name}}`; `written` is its text in the piece `raw`. */
  reportMissingValue: (written: string, raw: string, reason: string) => void
}

/** A link to a section of this page (`#first`) or of another (`/terms#first`). */
export interface Anchor {
  to: string
  line: number
}

const HEADING_ID = /\s*\{#([\p{L}\p{N}_-]+)\}\s*$/u
/** An https or mail link, an address of this site, or a section of this page. */
const ADDRESS = /^(https:\/\/\S+|mailto:\S+@\S+|\/(?!\/)\S*|#\S+)$/

/** Creates the readers of a block's inline content. */
export function createInlines(
  { reportMistake, lineOf, reportMissingValue }: MistakeReporter,
  valueOf: ValueOf,
) {
  const anchors: Anchor[] = []

  /** The text with the operator's values in the places of `{{name}}`. */
  function filled(text: string, raw: string): string {
    return fillPlaceholders(text, valueOf, (reason, written) =>
      reportMissingValue(written, raw, reason),
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
        reportMistake(
          token.raw,
          `图片须独占一行，写作 ![说明](screen-名字)，文件为 screen-名字-light.webp 和 -dark.webp：${token.raw}`,
        )
        return []
      case 'html':
        if (!isHtmlComment(token.raw)) reportMistake(token.raw, `不支持 HTML：${token.raw}`)
        return []
      default:
        reportMistake(token.raw, `不支持这种写法：${token.raw}`)
        return []
    }
  }

  function textOf({ text, raw }: Tokens.Text | Tokens.Tag): string {
    // Markdown does not end emphasis between a punctuation mark and a Chinese character
    if (text.includes('**')) reportMistake(raw, '** 没有成对：请把句末标点移到 ** 外面')
    // a line break next to a Chinese character is dropped
    return filled(text, raw).replaceAll(/(?<=[^\x20-\x7e])\n|\n(?=[^\x20-\x7e])/g, '')
  }

  function linkOf(token: Tokens.Link): Inline {
    const to = filled(token.href, token.raw)
    // a value of site.json was checked there, and a missing one is reported by fillPlaceholders
    if (!ADDRESS.test(to) && !token.href.startsWith('{{')) {
      reportMistake(token.raw, `链接应以 https://、mailto:、/ 或 # 开头：${to}`)
    } else if (token.href.startsWith('/') && !isLinkablePage(to)) {
      reportMistake(token.raw, `站内没有这一页：${to}`)
    } else if (/^[#/].*#|^#/.test(to)) {
      anchors.push({ to, line: lineOf(token.raw) })
    }
    return { kind: 'link', to, of: of(token.tokens) }
  }

  function of(tokens: Token[] = []): Inline[] {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- no extension adds other kinds
    const parts = (tokens as MarkedToken[]).flatMap(inlineOf)
    return joinStrings(parts)
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

/** Whether this is one closed HTML comment and nothing else: text after it would be lost. */
export function isHtmlComment(html: string): boolean {
  return /^<!--(?:(?!-->).)*-->\s*$/s.test(html)
}

/** Joins neighbouring strings. */
function joinStrings(parts: readonly Inline[]): Inline[] {
  const all: Inline[] = []
  for (const part of parts) {
    const last = all.at(-1)
    if (typeof part === 'string' && typeof last === 'string') all[all.length - 1] = last + part
    else all.push(part)
  }
  return all
}
