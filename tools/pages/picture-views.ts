import type { Viewer } from '../wire/calls.ts'
import { PICTURE_TOOL } from '../wire/picture.ts'
import { type Html, html } from './html.ts'
import { type PageFrame, writeIcon } from './layout.ts'

/** What stands below the pictures, one at a time. */
export type PictureView =
  | 'ready'
  | 'signed-out'
  | 'running'
  | 'done'
  | 'short'
  | 'held'
  | 'failed'
  | 'ended'
  | 'unreachable'

interface PictureViews extends PageFrame {
  viewer: Viewer | null
  view: PictureView
}

/** Every view is in the page; the script shows the one that is true and fills in its values. */
export function writePictureViews(page: PictureViews): Html[] {
  return Object.entries(allViews(page)).map(
    ([name, body]) =>
      html`<div
        class="picture-view"
        role="group"
        data-when="${name}"
        aria-labelledby="${name}-title"
        ${name === page.view ? null : html` hidden`}
      >
        ${body}
      </div>`,
  )
}

function allViews({ viewer, assets, config }: PictureViews): Record<PictureView, Html> {
  const { name: shopName, url, creditUnit: unit } = config.shop
  const value = (name: string, given = '') =>
    html`<span class="number" data-value="${name}">${given}</span>`
  const available = value('available', viewer?.credit?.available.toLocaleString('en') ?? '—')
  const button = (does: string, label: string, kind = 'ghost') =>
    html`<button class="button" type="button" data-kind="${kind}" data-does="${does}">
      ${label}
    </button>`
  const again = html`<button class="button" type="submit" data-kind="secondary">
    ${writeIcon(assets, 'again')}再试
  </button>`
  const notice = (
    view: PictureView,
    [kind, icon]: [kind: string, icon: string],
    [title, text]: [title: Html, text: Html],
    actions: Html,
  ) =>
    html`<div class="notice" data-kind="${kind}">
        ${writeIcon(assets, icon)}
        <p><strong id="${view}-title" tabindex="-1">${title}</strong> ${text}</p>
      </div>
      <span class="row-actions">${actions}</span>`
  const signOn = (label: Html, newTab: boolean) =>
    html`<a
      class="button"
      data-kind="primary"
      href="/sign-on?to=${PICTURE_TOOL.path}"
      ${newTab ? html` target="_blank"` : null}
      >${label}</a
    >`
  return {
    ready: html`<p class="picture-sum" id="ready-title" tabindex="-1">
        <span>${value('count', '0')} 张，<b>${value('range', '0')} ${unit}</b></span
        ><small>识别后按字数扣费，可用 ${available} ${unit}</small>
      </p>
      <span class="row-actions"
        >${button('sample', '使用示例图片')}<button
          class="button"
          type="submit"
          data-kind="primary"
          id="start"
        >
          开始识别
        </button></span
      >`,
    'signed-out': notice(
      'signed-out',
      ['', 'lock'],
      [html`登录后即可开始`, html`用${shopName} 账户登录，使用同一账户的${unit}。`],
      signOn(html`用${shopName} 账户登录`, false),
    ),
    running: html`<p class="picture-sum" id="running-title" tabindex="-1">
        <span data-value="running-line">正在上传…</span
        ><small data-value="held-line">关闭页面即取消，不扣${unit}</small>
      </p>
      <progress max="1" value="0" aria-label="进度"></progress>
      <span class="row-actions">${button('cancel', '取消')}</span>`,
    done: html`<p class="picture-done" id="done-title" tabindex="-1">
        ${writeIcon(assets, 'check')}<span data-value="receipt"></span>
      </p>
      <span class="row-actions"
        >${button('clear', '清空')}<button
          class="button"
          type="submit"
          data-kind="secondary"
          data-part="rest"
        >
          ${writeIcon(assets, 'again')}重试失败的图片
        </button></span
      >`,
    short: notice(
      'short',
      ['wait', 'info'],
      [
        html`还差 ${value('missing')} ${unit}`,
        html`开始前最多预留 ${value('most')} ${unit}，可用 ${available}
        ${unit}。充值在新页面打开，图片仍保留；也可以先移除几张。`,
      ],
      html`${again}<a
          class="button"
          data-kind="primary"
          href="${url}/account/recharge?tool=${PICTURE_TOOL.path}"
          target="_blank"
          >去充值</a
        >`,
    ),
    held: notice(
      'held',
      ['wait', 'clock'],
      [
        html`余额被预留`,
        html`开始前最多预留 ${value('most')} ${unit}，可用 ${available}，另有 ${value('held')}
        被其他任务预留，完成后即可开始。`,
      ],
      html`<a class="button" data-kind="ghost" href="${url}/account/usage" target="_blank"
          >查看预留</a
        >${again}`,
    ),
    failed: notice(
      'failed',
      ['bad', 'warn'],
      [html`<span data-value="failure"></span>`, html`<span data-value="failure-more"></span>`],
      again,
    ),
    ended: notice(
      'ended',
      ['', 'lock'],
      [html`登录已结束`, html`请重新登录。登录在新页面打开，图片仍保留。`],
      signOn(html`重新登录`, true),
    ),
    unreachable: notice(
      'unreachable',
      ['wait', 'warn'],
      [html`计费服务暂不可用`, html`登录和${unit}由${shopName} 管理，恢复后即可开始。`],
      button('reload', '再试', 'secondary'),
    ),
  }
}
