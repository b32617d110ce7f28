import type { WaitingMessage } from './messages.store.ts'

/** More things than these are counted. */
const LISTED = 5

export interface PushText {
  title: string
  lines: readonly string[]
  /** A page of the console; null where the shop has none. */
  link: string | null
}

type Told = Pick<WaitingMessage, 'title' | 'detail' | 'path'>

/** One thing with its page, or several as a list with the console's first page. */
export function summarize(messages: readonly Told[], consoleUrl: string | null): PushText {
  const linkTo = (path: string) => (consoleUrl === null ? null : consoleUrl + path)
  const [first, ...others] = messages
  if (first !== undefined && others.length === 0) {
    const lines = first.detail === null ? [] : [first.detail]
    return { title: first.title, lines, link: linkTo(first.path) }
  }
  const rest = messages.length - LISTED
  return {
    title: `${messages.length} 件事需要处理`,
    lines: [
      ...messages
        .slice(0, LISTED)
        .map(({ title, detail }) => `· ${title}${detail === null ? '' : `：${detail}`}`),
      ...(rest > 0 ? [`另有 ${rest} 件`] : []),
    ],
    link: linkTo('/'),
  }
}

/** As a robot posts it. */
export function chatText(brand: string, { title, lines, link }: PushText): string {
  return [`[${brand}] ${title}`, ...lines, ...(link === null ? [] : [link])].join('\n')
}
