import { lexer, type MarkedToken, type Token, type Tokens } from 'marked'

/**
 * What a model has written, as elements. Only text is placed, never markup: HTML in an answer is shown as it is
 * written, pictures are not fetched, and links lead to web pages alone.
 */
export function drawMarkdown(text: string): Node[] {
  const tokens = readTokens(text)
  return tokens?.flatMap(drawBlock) ?? [element('pre', [document.createTextNode(text)])]
}

/** Quotes, lists and emphasis in each other; browsers end a page that has thousands. */
const MOST_LEVELS = 50

/** Null: it cannot be read, or has more levels than anybody means. */
function readTokens(text: string): Token[] | null {
  try {
    const tokens = lexer(text, { gfm: true, breaks: true })
    return isDeeper(tokens, MOST_LEVELS) ? null : tokens
  } catch {
    return null
  }
}

function isDeeper(tokens: readonly Partial<Tokens.Generic>[], levels: number): boolean {
  return tokens.some(({ tokens: inside, items, header, rows }) => {
    // the header of a cell is no list of cells, as that of a table is
    const children = [inside, items, header, rows].filter((part) => Array.isArray(part)).flat(2)
    return children.length > 0 && (levels === 0 || isDeeper(children, levels - 1))
  })
}

function drawBlock(given: Token): Node[] {
  const token = known(given)
  switch (token.type) {
    case 'space':
    case 'def':
      return []
    case 'heading':
      return [element('h3', drawInline(token))]
    case 'paragraph':
      return [element('p', drawInline(token))]
    case 'blockquote':
      return [element('blockquote', token.tokens.flatMap(drawBlock))]
    case 'hr':
      return [element('hr', [])]
    case 'list':
      return [drawList(token)]
    case 'code':
      return [drawCode(token)]
    case 'table':
      return [drawTable(token)]
    case 'text':
      return drawInline(token)
    default:
      return [element('p', [textOf(token)])]
  }
}

/** The lexer has no extensions that would make other kinds. */
function known(token: Token): MarkedToken {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return token as MarkedToken
}

function drawList({ ordered, start, items }: Tokens.List): Node {
  const list = element(
    ordered ? 'ol' : 'ul',
    items.map((item) => element('li', item.tokens.flatMap(drawBlock))),
  )
  if (list instanceof HTMLOListElement && typeof start === 'number') list.start = start
  return list
}

function drawCode({ lang = '', text }: Tokens.Code): Node {
  const pre = element('pre', [element('code', [document.createTextNode(text)])])
  pre.tabIndex = 0
  if (lang !== '') pre.setAttribute('aria-label', lang)
  const copy = element('button', [document.createTextNode('复制代码')])
  copy.type = 'button'
  copy.className = 'button'
  Object.assign(copy.dataset, { does: 'copy-code', kind: 'ghost', size: 'small' })
  const box = element('div', [pre, copy])
  box.className = 'chat-code'
  return box
}

function drawTable({ header, rows }: Tokens.Table): Node {
  const cells = (kind: 'th' | 'td', row: Tokens.TableCell[]) =>
    element(
      'tr',
      row.map((cell) => element(kind, cell.tokens.flatMap(drawSpan))),
    )
  const table = element('table', [
    element('thead', [cells('th', header)]),
    element(
      'tbody',
      rows.map((row) => cells('td', row)),
    ),
  ])
  const box = element('div', [table])
  box.className = 'chat-table'
  box.tabIndex = 0
  return box
}

function drawInline(token: Token): Node[] {
  return 'tokens' in token && token.tokens ? token.tokens.flatMap(drawSpan) : [textOf(token)]
}

function drawSpan(given: Token): Node[] {
  const token = known(given)
  switch (token.type) {
    case 'strong':
    case 'em':
    case 'del':
      return [element(token.type, drawInline(token))]
    case 'codespan':
      return [element('code', [textOf(token)])]
    case 'br':
      return [element('br', [])]
    case 'link':
      return [drawLink(token)]
    default:
      return drawInline(token)
  }
}

function drawLink(token: Tokens.Link): Node {
  const words = drawInline(token)
  if (!/^https?:\/\//i.test(token.href)) return element('span', words)
  const link = element('a', words)
  Object.assign(link, { href: token.href, target: '_blank', rel: 'noreferrer noopener' })
  return link
}

function textOf(token: Token): Text {
  const text = 'text' in token && typeof token.text === 'string' ? token.text : token.raw
  return document.createTextNode(text)
}

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  children: readonly Node[],
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name)
  made.append(...children)
  return made
}
