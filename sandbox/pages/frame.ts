import type { FastifyReply } from 'fastify'
import { LATE_MS, noFaults, usualFault, type FaultPlan } from '../faults/plan.ts'
import type { State } from '../storage/state.ts'
import { html, type Html } from './html.ts'
import { copyScriptElement, styleElement, styleHash } from './style.ts'

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

/** The frame of the pages that show and steer the sandbox. */
export function controlPage(
  state: State,
  { title, hasCopy = false }: { title: string; hasCopy?: boolean },
  body: Html,
): string {
  const notice = noticeOf(state.get('faults', 'plan') ?? noFaults)
  return htmlDocument(
    title,
    html`<div class="wrap">
      <header class="top"><div class="with-tag">${brand}</div></header>
      <main class="page">
        ${notice && html`<p class="notice"><a href="/#events">${notice}</a></p>`} ${body}
      </main>
    </div>`,
    { hasCopy },
  )
}

/** Reminds the reader of faults that are switched on. */
function noticeOf(plan: FaultPlan): string | null {
  const usual = usualFault(plan)
  if (usual === 'late') return `通知迟到 ${LATE_MS / 1000} 秒送达`
  if (usual === 'drop') return '通知一律丢失，不会送达'
  return plan.calls.length + plan.webhooks.length > 0 ? '测试程序打开了故障' : null
}

/** Renders why the sandbox refused a form of its pages. */
export function refusedPage(message: string, back: string): string {
  return htmlDocument(
    '未执行',
    html`<main class="sheet">
      <div class="top">${brand}</div>
      <section class="card">
        <div>
          <h1>未执行</h1>
          <p class="soft">沙箱没有照办，什么也没有改变。</p>
        </div>
        <p><code>${message}</code></p>
        <a class="button" data-kind="primary" href="${back}">返回</a>
      </section>
    </main>`,
  )
}

/** Sends a page that may do nothing but what the allowances name. */
export function sendPage(
  reply: FastifyReply,
  status: number,
  page: string,
  allowances: string[] = [],
): FastifyReply {
  const policy = [
    "default-src 'none'",
    `style-src ${styleHash}`,
    'img-src data:',
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...allowances,
  ]
  const hasForms = allowances.some((each) => each.startsWith('form-action'))
  if (!hasForms) policy.push("form-action 'none'")
  return (
    reply
      .code(status)
      .header('content-security-policy', policy.join('; '))
      .header('x-content-type-options', 'nosniff')
      // with no-referrer a form would send no Origin header, which tells our pages from those of other sites
      .header('referrer-policy', 'same-origin')
      .type('text/html; charset=utf-8')
      .send(page)
  )
}
