import type { OpenedChallenge } from '../payments/challenge.ts'
import { qrPicture } from '../payments/qr-code.ts'
import { walletOf, wallets } from '../payments/wallets.ts'
import { html, type Html } from './html.ts'
import { brand, htmlDocument } from './frame.ts'
import { intentLabel, methodLabel, formatMoney } from './labels.ts'
import { definitionList, statusTag } from './parts.ts'

/** How often the page with the code looks whether it was paid, in seconds. */
const LOOK_S = 2

const card = { title: '确认支付', lead: '发卡行需要确认是您本人在付款。', agree: '同意支付' }

/** Where the payer agrees to the payment or refuses it. */
export function challengePage(opened: OpenedChallenge): string {
  const wallet = walletOf(opened.stored.method)
  const { title, lead, agree } = wallet ? wallets[wallet].page : card
  return sheet(
    title,
    html`<div>
        <h1>${title}</h1>
        <p class="soft">${lead}</p>
      </div>
      ${summary(opened)}
      <form method="post">
        <button class="button" data-kind="primary" name="answer" value="approve">${agree}</button>
        <button class="button" data-kind="secondary" name="answer" value="refuse">拒绝支付</button>
        ${
          wallet === 'wechat_pay'
            ? html`<button class="button" data-kind="quiet" name="answer" value="expire">
                让二维码过期
              </button>`
            : null
        }
      </form>`,
  )
}

/** The code for the buyer's phone; the page looks by itself whether it was paid. */
export function scanPage(opened: OpenedChallenge, url: string): string {
  return sheet(
    '微信扫码支付',
    html`<div>
        <h1>微信扫码支付</h1>
        <p class="soft">用手机扫描二维码，付款后此页自动更新。</p>
      </div>
      <img class="code" src="${qrPicture(url)}" alt="付款二维码" width="240" height="240" />
      ${summary(opened)}
      <a class="button" data-kind="secondary" href="${url}" target="_blank" rel="noopener">
        没有手机？在新窗口打开付款页
      </a>`,
    html`<meta http-equiv="refresh" content="${LOOK_S}" />`,
  )
}

/** Shown on the phone after the answer, and for a challenge that has ended. */
export function endPage(opened: OpenedChallenge, returnUrl: string | null): string {
  const title = walletOf(opened.stored.method) ? '付款已结束' : '验证已结束'
  return sheet(
    title,
    html`<div>
        <h1>${title}</h1>
        <p class="soft">这笔支付无需再操作，当前状态：${statusTag(intentLabel(opened.intent))}</p>
      </div>
      ${summary(opened)}
      ${
        returnUrl === null
          ? html`<p class="soft">请回到商家页面查看结果。</p>`
          : html`<a class="button" data-kind="primary" href="${returnUrl}">返回商家</a>`
      }`,
  )
}

export function unknownChallengePage(): string {
  return sheet(
    '链接无效',
    html`<div>
      <h1>付款链接无效</h1>
      <p class="soft">链接不完整，或这笔支付已换了一种方式重试。请回到商家页面重新支付。</p>
    </div>`,
  )
}

function sheet(title: string, body: Html, head: Html | null = null): string {
  return htmlDocument(
    title,
    html`<main class="sheet">
      <div class="top">${brand}</div>
      <section class="card">${body}</section>
      <p class="faint">这是演练用的页面，不会发生真实扣款。</p>
    </main>`,
    { head },
  )
}

function summary({ intent, challenge, stored: { method } }: OpenedChallenge): Html {
  const { returnUrl } = challenge
  return html`<p class="total money">${formatMoney(intent.amount, intent.currency)}</p>
    ${definitionList([
      ['商家', intent.metadata['site'] ?? new URL(returnUrl).host],
      ['订单号', intent.description],
      ['订单 ID', intent.metadata['order']],
      ['付款方式', methodLabel(method)],
      ['币种', intent.currency.toUpperCase()],
    ])}`
}
