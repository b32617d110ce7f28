import { clauses, html, Html } from './html.ts'

export interface Letter {
  brand: string
  title: string
  paragraphs: readonly string[]
  /** Shown large after the first paragraph. */
  code?: string
  /** A table after the first paragraph. */
  facts?: readonly LetterFact[]
  /** A button after the last paragraph, with its address as text below it. */
  action?: { label: string; url: string }
  footer: string
  /** Links after the footer, for instance to unsubscribe; http(s) addresses. */
  links?: readonly { label: string; url: string }[]
  /** Where the reader finds help; an http(s) address. */
  support?: { label: string; url: string } | undefined
  /** Whether support reads replies to the mail. */
  isAnswerable?: boolean
  /** The company that sends the mail, as the last line. */
  sender?: string
}

export interface LetterFact {
  label: string
  value: string
  /** Emphasised, such as a total. */
  isStrong?: boolean
}

/** Stands for the logo, which `placeLogo` puts there. */
const LOGO_PLACE = '<!--logo-->'

/** A mail's HTML with the logo of this address before its brand; null: without one. */
export function placeLogo(page: string, address: string | null): string {
  const style = 'display:inline-block;margin-right:8px;border:0;vertical-align:-6px'
  const logo = `<img src="${address}" width="26" height="26" alt="" style="${style}">`
  return page.replace(LOGO_PLACE, address === null ? '' : logo)
}

const AUTOMATIC = '本邮件由系统自动发送，请勿直接回复。'
const ANSWERABLE = '本邮件由系统自动发送，可直接回复本邮件联系客服。'

const FONT = `-apple-system,'PingFang SC','HarmonyOS Sans SC','Microsoft YaHei','Noto Sans SC','Noto Sans CJK SC',sans-serif`
const DIGITS = `ui-monospace,'SF Mono','Cascadia Mono',Consolas,'Noto Sans Mono',monospace`

/** Chinese sentences break at punctuation, so that no line begins with the last character of a word. */
const BREAKS = 'word-break:keep-all;overflow-wrap:break-word'

/** Mail programs that read style sheets use these dark colours; all others use the inline styles alone. */
const DARK = `
  :root { color-scheme: light dark; supported-color-schemes: light dark }
  @media (prefers-color-scheme: dark) {
    .canvas { background: #080d1e !important }
    .card { background: #0f1630 !important; border-color: #1f2949 !important }
    .ink { color: #eef2ff !important }
    .soft { color: #b6c0dc !important }
    .faint { color: #8e9abd !important }
    .line { border-color: #1f2949 !important }
    .well { background: #1a2352 !important; color: #a3afff !important }
    .link { color: #a3afff !important }
  }
  @media (max-width: 480px) {
    .card { padding: 28px 22px !important }
    .edge { padding: 20px 12px !important }
  }`

/** Renders a letter as the HTML and the text part of a mail; throws when a link is not http(s). */
export function renderLetter(content: Letter): { html: string; text: string } {
  for (const link of [content.action, content.support, ...(content.links ?? [])]) {
    if (link !== undefined && !/^https?:\/\//.test(link.url)) {
      throw new TypeError(`not a web address: ${link.url}`)
    }
  }
  return { html: renderPage(content).markup, text: renderText(content) }
}

function renderPage(content: Letter): Html {
  const { brand, title, paragraphs, code, facts = [], action, footer, sender } = content
  const [first = '', ...others] = paragraphs
  return html`<!doctype html>
    <html lang="zh-CN">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <style>
          ${new Html(DARK)}
        </style>
      </head>
      <body class="canvas" style="margin:0;background:#f6f8fd">
        <div style="display:none;max-height:0;overflow:hidden">${first}</div>
        <table
          role="presentation"
          class="canvas"
          width="100%"
          cellpadding="0"
          cellspacing="0"
          border="0"
          style="background:#f6f8fd"
        >
          <tr>
            <td class="edge" align="center" style="padding:40px 16px">
              <table
                role="presentation"
                width="100%"
                cellpadding="0"
                cellspacing="0"
                border="0"
                style="max-width:560px;table-layout:fixed"
              >
                <tr>
                  <td
                    class="ink"
                    style="padding:0 8px 16px;font-family:${FONT};font-size:16px;line-height:24px;font-weight:600;color:#0c1433"
                  >
                    ${new Html(LOGO_PLACE)}${brand}
                  </td>
                </tr>
                <tr>
                  <td
                    class="card"
                    style="padding:36px 40px;background:#ffffff;border:1px solid #e0e6f2;border-radius:16px;font-family:${FONT}"
                  >
                    <h1
                      class="ink"
                      style="margin:0 0 16px;font-size:24px;line-height:32px;font-weight:600;color:#0c1433"
                    >
                      ${title}
                    </h1>
                    ${paragraph(first)} ${code === undefined ? null : codeBlock(code)}
                    ${facts.length === 0 ? null : factTable(facts)} ${others.map(paragraph)}
                    ${action === undefined ? null : actionBlock(action)}
                  </td>
                </tr>
                <tr>
                  <td
                    class="faint"
                    style="padding:20px 8px 0;font-family:${FONT};font-size:13px;line-height:22px;color:#5d6886;${BREAKS}"
                  >
                    ${clauses(footer)}${(content.links ?? []).map(footerLink)}${content.support === undefined ? null : supportLine(content.support)}<br />${clauses(replyNotice(content))}${sender === undefined ? null : html`<br />${sender}`}
                  </td>
                </tr>
              </table>
            </td>
          </tr>
        </table>
      </body>
    </html> `
}

function footerLink({ label, url }: { label: string; url: string }): Html {
  return html`<br /><a
      class="link"
      href="${url}"
      target="_blank"
      rel="noopener"
      style="color:#3443e6"
      >${label}</a
    >`
}

function supportLine({ label, url }: NonNullable<Letter['support']>): Html {
  return html`<br />联系客服：<a
      class="link"
      href="${url}"
      target="_blank"
      rel="noopener"
      style="color:#3443e6"
      >${label}</a
    >`
}

function replyNotice({ isAnswerable = false }: Letter): string {
  return isAnswerable ? ANSWERABLE : AUTOMATIC
}

function paragraph(words: string): Html {
  return html`<p
    class="soft"
    style="margin:0 0 16px;font-size:16px;line-height:28px;color:#46516f;${BREAKS}"
  >
    ${clauses(words)}
  </p> `
}

function codeBlock(code: string): Html {
  return html`<table
    role="presentation"
    width="100%"
    cellpadding="0"
    cellspacing="0"
    border="0"
    style="margin:8px 0 24px"
  >
    <tr>
      <td
        class="well"
        align="center"
        style="padding:20px 8px 20px 16px;background:#eceeff;border-radius:12px;font-family:${DIGITS};font-variant-numeric:tabular-nums;font-size:36px;line-height:44px;font-weight:600;letter-spacing:8px;color:#3443e6"
      >
        ${code}
      </td>
    </tr>
  </table>`
}

function factTable(facts: readonly LetterFact[]): Html {
  return html`<table
    role="presentation"
    width="100%"
    cellpadding="0"
    cellspacing="0"
    border="0"
    style="margin:8px 0 24px"
  >
    ${facts.map(factRow)}
  </table>`
}

function factRow({ label, value, isStrong = false }: LetterFact, at: number): Html {
  const line = at === 0 ? '' : 'border-top:1px solid #e0e6f2;'
  const type = isStrong ? 'font-size:18px;font-weight:600' : 'font-size:15px'
  return html`<tr>
    <td
      class="faint line"
      valign="top"
      style="${line}padding:10px 16px 10px 0;font-size:15px;line-height:24px;color:#5d6886;white-space:nowrap"
    >
      ${label}
    </td>
    <td
      class="ink line"
      align="right"
      style="${line}padding:10px 0;${type};line-height:24px;color:#0c1433;word-break:break-word;font-variant-numeric:tabular-nums"
    >
      ${value}
    </td>
  </tr>`
}

function actionBlock({ label, url }: { label: string; url: string }): Html {
  return html`<table
      role="presentation"
      cellpadding="0"
      cellspacing="0"
      border="0"
      style="margin:24px 0 16px"
    >
      <tr>
        <td style="background:#4353ff;border-radius:10px">
          <a
            href="${url}"
            target="_blank"
            rel="noopener"
            style="display:inline-block;padding:12px 28px;font-size:16px;line-height:24px;font-weight:600;color:#ffffff;text-decoration:none"
            >${label}</a
          >
        </td>
      </tr>
    </table>
    <p class="faint" style="margin:0;font-size:13px;line-height:22px;color:#5d6886">
      如按钮无法打开，请复制以下地址到浏览器：<br />
      <a
        class="link"
        href="${url}"
        target="_blank"
        rel="noopener"
        style="color:#3443e6;word-break:break-all"
        >${url}</a
      >
    </p>`
}

function renderText(content: Letter): string {
  const { brand, title, paragraphs, code, facts = [], action, footer, support, sender } = content
  const [first = '', ...others] = paragraphs
  const closing = [
    '--',
    footer,
    ...(content.links ?? []).map(({ label, url }) => `${label}：${url}`),
    ...(support === undefined ? [] : [`联系客服（${support.label}）：${support.url}`]),
    replyNotice(content),
    ...(sender === undefined ? [] : [sender]),
    '',
  ]
  return [
    brand,
    title,
    first,
    ...(code === undefined ? [] : [code]),
    ...(facts.length > 0 ? [facts.map(({ label, value }) => `${label}：${value}`).join('\n')] : []),
    ...others,
    ...(action === undefined ? [] : [`${action.label}：\n${action.url}`]),
    closing.join('\n'),
  ].join('\n\n')
}
