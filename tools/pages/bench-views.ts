import type { Viewer } from '../wire/job.ts'
import type { Tool } from '../wire/tools.ts'
import { type Html, html } from './html.ts'
import { type PageFrame, writeArc, writeIcon } from './layout.ts'

/** What stands beside the text or below the pictures, one at a time. */
export type BenchView =
  | 'ready'
  | 'signed-out'
  | 'running'
  | 'done'
  | 'short'
  | 'held'
  | 'failed'
  | 'ended'
  | 'unreachable'

interface Bench extends PageFrame {
  tool: Tool
  viewer: Viewer | null
  view: BenchView
}

interface View {
  title?: string
  tag: string
  /** Colour of the tag. */
  state: string
  body: Html
  foot: Html
}

/** Every view is in the page; the script shows the one that is true and fills in its values. */
export function writeViews(bench: Bench): Html[] {
  const { view } = bench
  const views = allViews(bench)
  return Object.entries(views).map(
    ([name, { title = '结果', tag, state, body, foot }]) =>
      html`<div
        class="bench-side"
        role="group"
        data-when="${name}"
        aria-labelledby="${name}-title"
        ${name === view ? null : html` hidden`}
      >
        <div class="bench-top">
          <h2 id="${name}-title" tabindex="-1">${title}</h2>
          <span class="tag" data-state="${state}">${tag}</span>
        </div>
        ${body}
        <div class="bench-foot">${foot}</div>
      </div>`,
  )
}

function allViews(bench: Bench): Record<BenchView, View> {
  const { tool, viewer, assets, config } = bench
  const { name: shopName, url, creditUnit: unit } = config.shop
  const icon = (name: string) => writeIcon(assets, name)
  const value = (name: string, given = '') =>
    html`<span class="number" data-value="${name}">${given}</span>`
  const notice = (kind: string, iconName: string, title: Html, text: Html) =>
    html`<div class="moment-body">
      <div class="notice" ${kind === '' ? null : html` data-kind="${kind}"`}>
        ${icon(iconName)}
        <p><strong>${title}</strong>${text}</p>
      </div>
    </div>`
  const again = html`<button class="button" type="submit" data-kind="secondary">
    ${icon('again')}再试
  </button>`
  const signOn = (kind: string) =>
    html`<span class="row-actions"
      ><a class="button" data-kind="${kind}" href="/sign-on?to=${tool.path}"
        >用${shopName} 账户登录</a
      ></span
    >`
  const available = viewer?.credit?.available.toLocaleString('en') ?? '—'
  return {
    ready: {
      tag: '待开始',
      state: 'idle',
      body: html`<div class="moment-body">
        <dl class="sum-line">
          <div>
            <dt>字数</dt>
            <dd>${value('characters', '0')}</dd>
          </div>
          <div>
            <dt>单价</dt>
            <dd>${tool.pricePerHundred} ${unit}／百字</dd>
          </div>
          <div>
            <dt>可用</dt>
            <dd>${value('available', available)}</dd>
          </div>
          <div class="total">
            <dt>这次扣</dt>
            <dd>${value('cost', '0')} ${unit}</dd>
          </div>
        </dl>
      </div>`,
      foot: html`<span class="faint">没有完成就不扣</span
        ><span class="row-actions"
          ><button class="button" data-kind="ghost" type="button" data-does="sample">
            填入例文
          </button></span
        >`,
    },
    'signed-out': {
      tag: '未登录',
      state: 'cancelled',
      body: notice(
        '',
        'lock',
        html`登录后就能开始`,
        html`用${shopName} 的账户登录，从同一份${unit}里扣。已经输入的文字会留着。`,
      ),
      foot: signOn('primary'),
    },
    running: {
      title: `正在${tool.verb}`,
      tag: '进行中',
      state: 'processing',
      body: html`<div class="moment-body">
        <div class="running">
          ${writeArc('arc loading')}
          <div>
            <strong
              >已${tool.verb} ${value('progress', '0')}／${value('characters', '0')} 字</strong
            >
            <p data-value="held-line">正在预留${unit}…</p>
          </div>
        </div>
        <progress max="1" value="0" aria-label="进度"></progress>
      </div>`,
      foot: html`<span class="faint">关掉页面就取消，不扣${unit}</span
        ><span class="row-actions"
          ><button class="button" data-kind="ghost" type="button" data-does="cancel">
            取消
          </button></span
        >`,
    },
    done: {
      tag: '已完成',
      state: 'paid',
      body: html`<div
        class="bench-out"
        id="output"
        tabindex="0"
        role="group"
        aria-label="结果"
      ></div>`,
      foot: html`<p class="bench-done">${icon('check')}<span data-value="receipt"></span></p>
        <span class="row-actions"
          >${tool.id === 'pinyin' ? html`<button class="button" data-kind="ghost" type="button" data-does="print">${icon('print')}打印</button>` : null}<button
            class="button"
            data-kind="ghost"
            type="button"
            data-does="save"
          >
            ${icon('save')}下载</button
          ><button class="button" data-kind="secondary" type="button" data-does="copy">
            ${icon('copy')}<span data-value="copy">复制</span>
          </button></span
        >`,
    },
    short: {
      title: `${unit}不够`,
      tag: '未开始',
      state: 'pending',
      body: notice(
        'wait',
        'info',
        html`还差 ${value('missing')} ${unit}`,
        html`这次要 ${value('cost')} ${unit}，可用 ${value('available', available)}
        ${unit}。充值后回到这里，原文还在。`,
      ),
      foot: html`<span class="row-actions"
        ><button class="button" data-kind="ghost" type="button" data-does="part">
          只做前 ${value('part')} 字</button
        ><a class="button" data-kind="primary" href="${url}/account/recharge?tool=${tool.path}"
          >去充值</a
        ></span
      >`,
    },
    held: {
      title: `${unit}被别的任务预留`,
      tag: '未开始',
      state: 'pending',
      body: notice(
        'wait',
        'clock',
        html`余额够，正被预留`,
        html`这次要 ${value('cost')} ${unit}，可用 ${value('available', available)}，另有
          ${value('held')} 被别的任务预留。<span data-value="held-wait"></span>`,
      ),
      foot: html`<a href="${url}/account/usage">看预留</a
        ><span class="row-actions">${again}</span>`,
    },
    failed: {
      title: '没有完成',
      tag: '失败',
      state: 'exception',
      body: notice(
        'bad',
        'warn',
        html`<span data-value="failure"></span>`,
        html`<span data-value="failure-more"></span>`,
      ),
      foot: html`<span class="row-actions">${again}</span>`,
    },
    ended: {
      title: '登录已结束',
      tag: '已退出',
      state: 'cancelled',
      body: notice(
        '',
        'lock',
        html`请重新登录`,
        html`您在${shopName} 退出了登录，这里也一起退出。原文只留在这个页面里。`,
      ),
      foot: signOn('secondary'),
    },
    unreachable: {
      title: '暂时不能开始',
      tag: '未开始',
      state: 'pending',
      body: notice(
        'wait',
        'warn',
        html`联系不上${shopName}`,
        html`<span data-value="unreachable-more"
          >登录和${unit}都由那边管理，恢复后就能开始。原文只留在这个页面里。</span
        >`,
      ),
      foot: html`<span class="row-actions"
        ><button class="button" data-kind="secondary" type="button" data-does="reload">
          ${icon('again')}再试
        </button></span
      >`,
    },
  }
}
