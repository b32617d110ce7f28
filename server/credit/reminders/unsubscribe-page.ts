import { PAGE_TOKENS } from '../../http/pages/page-tokens.ts'
import { html, Html } from '../../mail/html.ts'
import type { ReminderKind } from './unsubscribe-token.ts'

/** The style of the pages; the policy allows it by its hash. */
export const UNSUBSCRIBE_STYLE = `${PAGE_TOKENS}
*, ::before, ::after { box-sizing: border-box; margin: 0 }
body { min-height: 100vh; min-height: 100dvh; padding: clamp(1.25rem, 6vw, 5rem) 1rem; background: var(--canvas); color: var(--ink);
  font: 1rem/1.75 system-ui, -apple-system, "PingFang SC", "HarmonyOS Sans SC", "MiSans", "Microsoft YaHei", "Noto Sans SC", "Noto Sans CJK SC", sans-serif;
  line-break: strict; overflow-wrap: anywhere }
main { max-width: 35rem; margin-inline: auto; padding: 2rem clamp(1.25rem, 5vw, 2.5rem); border: 1px solid var(--line); border-radius: 1rem; background: var(--surface) }
small { color: var(--ink-soft) }
h1 { margin-block: .25rem 1rem; font-size: 1.5rem; line-height: 1.4 }
p { color: var(--ink-soft) }
form { margin-block: 1.5rem 1rem }
button { width: 100%; min-height: 3rem; border: 0; border-radius: .75rem; background: var(--accent); color: #fff; font: inherit; font-weight: 600; cursor: pointer }
a { display: inline-block; margin-top: 1rem; color: var(--accent-text); text-underline-offset: .25em }
form + a { margin-top: 0 }
:focus-visible { outline: 2px solid var(--accent-text); outline-offset: 3px }
`

// No space may be between the tag and the rules: the hash is of the text between the tags.
const STYLE_TAG = new Html(`<style>${UNSUBSCRIBE_STYLE}</style>`)

interface Shop {
  brand: string
  unit: string
}

function reminderName(kind: ReminderKind, unit: string): string {
  return kind === 'low' ? `可用${unit}不足提醒` : `${unit}到期提醒`
}

/** Asks before it unsubscribes: programs that look through mails open links too. */
export function askPage({ brand, unit }: Shop, kind: ReminderKind): string {
  return renderPage(
    brand,
    '退订此提醒？',
    html`<p>退订后不再发送“${reminderName(kind, unit)}”，其他邮件不受影响。</p>
      <form method="post">
        <input type="hidden" name="List-Unsubscribe" value="One-Click" />
        <button type="submit">退订</button>
      </form>
      ${SETTINGS}`,
  )
}

export function unsubscribedPage({ brand, unit }: Shop, kind: ReminderKind): string {
  return renderPage(
    brand,
    '已退订',
    html`<p>不再发送“${reminderName(kind, unit)}”。如需重新开启，请在“用量”页设置。</p>
      ${SETTINGS}`,
  )
}

export function wrongLinkPage({ brand }: Shop): string {
  return renderPage(
    brand,
    '链接不完整',
    html`<p>请从邮件中重新打开链接，或登录后在“用量”页关闭提醒。</p>
      ${SETTINGS}`,
  )
}

const SETTINGS = html`<a href="/account/usage#reminders">查看提醒设置</a>`

function renderPage(brand: string, title: string, body: Html): string {
  return html`<!doctype html>
    <html lang="zh-CN">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} · ${brand}</title>
        ${STYLE_TAG}
      </head>
      <body>
        <main>
          <small>${brand}</small>
          <h1>${title}</h1>
          ${body}
        </main>
      </body>
    </html> `.markup
}
