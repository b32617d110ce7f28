import type { ToolsConfig } from '../config.ts'
import { CHAT_TOOL } from '../wire/chat.ts'
import { PICTURE_TOOL } from '../wire/picture.ts'
import type { Viewer } from '../wire/calls.ts'
import type { Assets } from './assets.ts'
import { type Html, html } from './html.ts'

export interface PageFrame {
  assets: Assets
  config: Pick<ToolsConfig, 'name' | 'shop'>
}

interface Page extends PageFrame {
  title: string
  /** Path of the tool that is shown; null on other pages. */
  path: string | null
  viewer: Viewer | null
  body: Html
  /** Whether the page needs its script. */
  isTool: boolean
}

export function writePage(page: Page): string {
  const { assets, config, title, path, viewer, body, isTool } = page
  const { shop, name } = config
  const document = html`<html lang="zh-CN">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <title>${title} · ${name}</title>
      <link rel="icon" href="${assets.logo}" type="image/svg+xml" />
      <link rel="stylesheet" href="${assets.style}" />
      <script src="${assets.beforePaint}"></script>
      ${isTool ? html`<script type="module" src="${assets.script}"></script>` : null}
    </head>
    <body>
      <a class="skip" href="#content">跳到正文</a>
      <header class="tool-header">
        <div class="wrap">
          <a class="logo" href="/">${ARC}<span>${name}</span></a>
          <nav class="tool-nav" aria-label="工具">
            ${[CHAT_TOOL, PICTURE_TOOL].map((tool) => html`<a href="${tool.path}" ${tool.path === path ? html` aria-current="page"` : null}>${tool.name}</a>`)}
            <a href="${shop.url}/tutorial#api">API</a>
          </nav>
          ${viewer === null ? writeEntry(path) : writeAccount(viewer, page)}
        </div>
      </header>
      ${body}
      <footer class="tool-footer">
        <div class="wrap">
          <p>
            对话和图片不在本站保存。${shop.creditUnit}与扣费由${shop.name} 管理，每一笔可在<a
              href="${shop.url}/account/usage"
              >用量</a
            >中查看。
          </p>
          ${writeSchemes(assets)}
        </div>
      </footer>
    </body>
  </html>`
  return `<!DOCTYPE html>${document.text}`
}

function writeEntry(path: string | null): Html {
  return html`<a
    class="button"
    data-kind="secondary"
    data-size="small"
    href="/sign-on?to=${path ?? '/'}"
    >登录</a
  >`
}

function writeAccount({ name, credit }: Viewer, { config, assets }: PageFrame): Html {
  const { shop } = config
  const shown = name === '' ? '我的账户' : name
  return html` <a class="credit-chip" href="${shop.url}/account/usage"
      >${writeIcon(assets, 'credit')}<span
        ><span class="unseen">可用 </span
        ><b data-value="available"
          >${credit === null ? '—' : credit.available.toLocaleString('en')}</b
        >
        ${shop.creditUnit}<span class="unseen">，查看用量</span></span
      ></a
    >
    <button type="button" class="account-button" popovertarget="account-menu">
      <span class="avatar" aria-hidden="true">${Array.from(shown)[0] ?? ''}</span
      ><span class="account-name"><span class="unseen">账户菜单，</span>${shown}</span
      >${writeIcon(assets, 'down')}
    </button>
    <div class="menu account-menu" id="account-menu" popover>
      <div class="menu-head">
        <strong>${shown}</strong><span class="faint">以${shop.name} 账户登录</span>
      </div>
      <a href="${shop.url}/account/usage">${writeIcon(assets, 'chart')}用量</a>
      <a href="${shop.url}/account/recharge-center">${writeIcon(assets, 'credit')}充值中心</a>
      <a href="${shop.url}/account">${writeIcon(assets, 'out')}回到${shop.name}</a>
      <hr />
      <form method="post" action="/sign-out">
        <button type="submit">${writeIcon(assets, 'leave')}退出登录</button>
      </form>
    </div>`
}

export function writeIcon({ icons }: Pick<Assets, 'icons'>, name: string): Html {
  return html`<svg class="icon" aria-hidden="true"><use href="${icons}#${name}" /></svg>`
}

/** The mark of seven points and a star. */
const ARC = html`<svg class="arc" viewBox="0 0 32 32" aria-hidden="true">
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
</svg>`

function writeSchemes(assets: Assets): Html {
  return html`<fieldset class="scheme">
    <legend class="unseen">界面明暗</legend>
    <label
      ><input type="radio" name="scheme" id="scheme-auto" value="auto" checked /><span
        >跟随系统</span
      ></label
    >
    <label
      ><input type="radio" name="scheme" id="scheme-light" value="light" /><span
        >${writeIcon(assets, 'sun')}浅色</span
      ></label
    >
    <label
      ><input type="radio" name="scheme" id="scheme-dark" value="dark" /><span
        >${writeIcon(assets, 'moon')}深色</span
      ></label
    >
  </fieldset>`
}
