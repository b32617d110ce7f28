import type { CapturedMail } from '../../gateways/mail/captured-mail.ts'
import { PAGE_TOKENS } from '../../http/pages/page-tokens.ts'
import { timeText } from '../../lib/local-time.ts'
import { html, Html } from '../../mail/html.ts'

/** A mail with the code in it; null without one. */
export type ShownMail = CapturedMail & { code: string | null }

/** The style of the mail reader's pages. */
export const STYLE = `${PAGE_TOKENS}
*, ::before, ::after { box-sizing: border-box; margin: 0 }
body {
  min-height: 100vh; min-height: 100dvh; padding: clamp(1.25rem, 4vw, 3rem) clamp(1rem, 4vw, 2.5rem); background: var(--canvas); color: var(--ink);
  font: 1rem/1.75 system-ui, -apple-system, "PingFang SC", "HarmonyOS Sans SC", "MiSans", "Microsoft YaHei", "Noto Sans SC", "Noto Sans CJK SC", sans-serif;
  line-break: strict; overflow-wrap: anywhere;
}
main, header { max-width: 52rem; margin-inline: auto }
header { margin-bottom: 1.5rem }
h1 { font-size: 1.5rem; line-height: 1.25 }
header p { margin-top: .5rem; color: var(--ink-soft) }
a { color: var(--accent-text); text-underline-offset: .25em; text-decoration-thickness: 1px }
:focus-visible { outline: 2px solid var(--accent-text); outline-offset: 2px; border-radius: .375rem }
.card { padding: 1.25rem clamp(1rem, 3vw, 1.75rem); border: 1px solid var(--line); border-radius: 1rem; background: var(--surface) }
.card + .card { margin-top: .75rem }
.mail { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1.5rem }
.mail div { flex: 1 1 20rem }
.mail a { font-weight: 600 }
small, dt, time { color: var(--ink-faint); font-size: .875rem; font-variant-numeric: tabular-nums }
small { display: block }
time { white-space: nowrap }
.code {
  padding: .25rem 1rem; border-radius: .625rem; background: var(--accent-soft); color: var(--accent-text); user-select: all;
  font: 600 1.375rem/1.75 ui-monospace, "SF Mono", "Cascadia Mono", "Noto Sans Mono", monospace; font-variant-numeric: tabular-nums; letter-spacing: .125em;
}
dl { display: grid; grid-template-columns: auto 1fr; gap: .25rem 1rem; align-items: baseline }
dd { min-width: 0; margin: 0 }
nav { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; margin-bottom: 1rem }
h2 { margin: 1.5rem 0 .75rem; font-size: 1.125rem }
iframe { display: block; width: 100%; height: 36rem; resize: vertical; border: 1px solid var(--line); border-radius: 1rem; background: var(--canvas) }
pre { white-space: pre-wrap; font: .875rem/1.75 ui-monospace, "SF Mono", "Cascadia Mono", "Noto Sans Mono", "Noto Sans CJK SC", monospace }
`

// The CSP allows the style by its hash, so no space may be between the tag and the rules.
const STYLE_TAG = new Html(`<style>${STYLE}</style>`)

export function listPage(mails: readonly ShownMail[], timeZone: string): Html {
  return renderDocument(
    '开发邮箱',
    html`<header>
        <h1>开发邮箱</h1>
        <p>没有设置邮件服务器（SMTP_URL），邮件保留在这里，不会真正发送。点击验证码即可选中。</p>
      </header>
      <main>
        <nav><a href="/dev/mail">刷新</a><a href="/">回到网站</a></nav>
        ${mails.length === 0 ? NO_MAIL : mails.map((mail) => listItem(mail, timeZone))}
      </main>`,
  )
}

const NO_MAIL = html`<div class="card">
  <p>还没有邮件。注册账户后，验证码会显示在这里。</p>
</div>`

function listItem({ id, subject, to, at, code }: ShownMail, timeZone: string): Html {
  return html`<article class="card mail">
    <div>
      <a href="/dev/mail/${id}">${subject}</a>
      <small>发送至 ${to} · ${timeElement(at, timeZone)}</small>
    </div>
    ${code === null ? null : html`<span class="code">${code}</span>`}
  </article>`
}

export function mailPage(
  { id, subject, from, to, replyTo, at, text, code }: ShownMail,
  timeZone: string,
): Html {
  return renderDocument(
    subject,
    html`<header>
        <nav>
          <a href="/dev/mail">所有邮件</a>
          <a href="/dev/mail/${id}/html" target="_blank" rel="noopener">单独打开</a>
          <a href="/dev/mail/${id}/eml" download>下载原文（.eml）</a>
        </nav>
        <h1>${subject}</h1>
      </header>
      <main>
        <dl class="card">
          <dt>发件人</dt>
          <dd>${from}</dd>
          <dt>收件人</dt>
          <dd>${to}</dd>
          ${
            replyTo === undefined
              ? null
              : html`<dt>回复到</dt>
                  <dd>${replyTo}</dd>`
          }
          <dt>时间</dt>
          <dd>${timeElement(at, timeZone)}</dd>
          ${
            code === null
              ? null
              : html`<dt>验证码</dt>
                  <dd><span class="code">${code}</span></dd>`
          }
        </dl>
        <h2>邮件的样子</h2>
        <iframe
          src="/dev/mail/${id}/html"
          title="邮件正文"
          sandbox="allow-popups allow-popups-to-escape-sandbox"
        ></iframe>
        <h2>纯文本部分</h2>
        <div class="card"><pre>${text}</pre></div>
      </main>`,
  )
}

export function missingPage(): Html {
  return renderDocument(
    '没有这封邮件',
    html`<header>
      <h1>没有这封邮件</h1>
      <p>它可能已随数据目录一起删除。<a href="/dev/mail">查看所有邮件</a></p>
    </header>`,
  )
}

function renderDocument(title: string, body: Html): Html {
  return html`<!doctype html>
    <html lang="zh-CN">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        ${STYLE_TAG}
      </head>
      <body>
        ${body}
      </body>
    </html>`
}

function timeElement(at: string, timeZone: string): Html {
  return html`<time datetime="${at}">${timeText(new Date(at), timeZone)}</time>`
}
