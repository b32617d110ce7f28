import { createHash } from 'node:crypto'
import type { Deps } from '../../../deps.ts'
import { fileHeaders } from '../../../http/pages/document-headers.ts'
import { CSP_REPORT_PATH } from '../../../http/pages/document-headers.ts'
import { html, Html } from '../../../mail/html.ts'
import { STYLE } from './style.ts'

/** A page with its headers, ready to be sent. */
export interface SignOnPage {
  html: string
  headers: Record<string, string>
}

/**
 * Where PAGE_SCRIPT is served: it applies the colour scheme that the visitor has chosen in the shop, and silences
 * what the browser reports when a page of the shop, which leaves with a transition, leads here, where none is.
 */
export const PAGE_SCRIPT_PATH = '/oidc/page.js'
export const PAGE_SCRIPT = `try {
  const chosen = localStorage.getItem('scheme')
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.scheme = chosen
} catch {}
addEventListener('unhandledrejection', (event) => {
  if (String(event.reason?.message).startsWith('Transition was')) event.preventDefault()
})
`

interface DocumentOptions {
  title: string
  body: Html
  /** Address outside of the shop that a form of the page leads to. */
  formTarget?: string | null
}

/** Puts a body into the frame of the pages of sign-on. `recolor`: to the operator's colours. */
export function createDocument(
  { config, content }: Pick<Deps, 'config' | 'content'>,
  recolor: (style: string) => string,
): (options: DocumentOptions) => SignOnPage {
  const { name, logo } = content.site
  const style = recolor(STYLE)
  // the policy allows the style by its hash, so no space may be between the tag and the rules
  const styleTag = new Html(`<style>${style}</style>`)
  const styleHash = createHash('sha256').update(style).digest('base64')
  return ({ title, body, formTarget = null }) => ({
    html: html`<!doctype html>
      <html lang="zh-CN">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="robots" content="noindex" />
          <title>${title} - ${name}</title>
          <script src="${PAGE_SCRIPT_PATH}"></script>
          ${styleTag}
          <link rel="icon" href="/favicon.ico" />
        </head>
        <body>
          <main>
            <a class="logo" href="/"><img src="/brand/${logo}" alt="" />${name}</a>
            ${body}
          </main>
        </body>
      </html>`.markup,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': policy(styleHash, formTarget),
      'cross-origin-opener-policy': 'same-origin',
      'referrer-policy': 'same-origin',
      ...fileHeaders(config),
    },
  })
}

/** A form's answer may redirect, and browsers apply `form-action` to that address too. */
function policy(styleHash: string, formTarget: string | null): string {
  const target = formTarget === null ? '' : ` ${new URL(formTarget).origin}`
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'sha256-${styleHash}'`,
    "img-src 'self' data:",
    `form-action 'self'${target}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    `report-uri ${CSP_REPORT_PATH}`,
  ].join('; ')
}
