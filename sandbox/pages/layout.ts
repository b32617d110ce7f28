import { html, type Html } from './html.ts'
import { copyScriptElement, styleElement } from './style.ts'

export function htmlDocument(
  title: string,
  body: Html,
  { hasCopy = false, head = null }: { hasCopy?: boolean; head?: Html | null } = {},
): string {
  const page = html`<!doctype html>
    <html lang="zh-CN">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} - 支付沙箱</title>
        <link rel="icon" href="data:," />
        ${head} ${styleElement}
      </head>
      <body>
        ${body} ${hasCopy ? copyScriptElement : null}
      </body>
    </html>`
  return page.text
}

/** The mark and the reminder that nothing here is real. */
export const brand: Html = html`<div class="logo">
    <svg class="arc" viewBox="0 0 32 32" aria-hidden="true">
      <circle cx="3.6" cy="22.3" r="1.5" />
      <circle cx="5.3" cy="16" r="1.8" />
      <circle cx="9.8" cy="11.4" r="2.3" />
      <path
        class="star"
        d="M16 3.4Q16.7 8.2 21.5 8.9Q16.7 9.6 16 14.4Q15.3 9.6 10.5 8.9Q15.3 8.2 16 3.4z"
      />
      <circle cx="22.2" cy="11.4" r="2.3" />
      <circle cx="26.7" cy="16" r="1.8" />
      <circle cx="28.4" cy="22.3" r="1.5" />
      <path class="shore" d="M1.5 27.6H9M23 27.6h7.5" />
    </svg>
    支付沙箱
  </div>
  <span class="tag" data-tone="wait">测试模式</span>`
