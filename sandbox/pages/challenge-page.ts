import type { OpenedChallenge } from '../payments/challenge.ts'
import { html, type Html } from './html.ts'
import { brand, layout } from './layout.ts'
import { brandName, intentState, money } from './words.ts'

/** Where the holder of the card agrees to the payment or refuses it. */
export function challengePage(opened: OpenedChallenge): string {
  return sheet(
    '确认支付',
    html`<div>
        <h1>确认这笔支付</h1>
        <p class="soft">发卡行需要确认是您本人在付款。</p>
      </div>
      ${summary(opened)}
      <form method="post">
        <button class="button" data-kind="primary" name="answer" value="approve">同意支付</button>
        <button class="button" data-kind="secondary" name="answer" value="refuse">拒绝支付</button>
      </form>`,
  )
}

/** After the answer, when the shop gave no page to return to, and whenever the page comes too late. */
export function endPage(opened: OpenedChallenge, returnUrl: string | null): string {
  const { text, tone } = intentState(opened.intent)
  return sheet(
    '验证已结束',
    html`<div>
        <h1>验证已结束</h1>
        <p class="soft">
          这笔支付无需再验证，当前状态：<span class="tag" data-tone="${tone}">${text}</span>
        </p>
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
      <h1>验证链接无效</h1>
      <p class="soft">链接不完整，或这笔支付已换了一种方式重试。请回到商家页面重新支付。</p>
    </div>`,
  )
}

function sheet(title: string, body: Html): string {
  return layout(
    title,
    html`<main class="sheet">
      <div class="top">${brand}</div>
      <section class="card">${body}</section>
      <p class="faint">这是演练用的验证页，不会发生真实扣款。</p>
    </main>`,
  )
}

function summary({ intent, stored: { method } }: OpenedChallenge): Html {
  const rows: [string, string | undefined | null][] = [
    ['商家', intent.metadata['site']],
    ['订单', intent.description],
    ['订单号', intent.metadata['order']],
    ['银行卡', `${brandName(method.card?.brand ?? '')} •••• ${method.card?.last4 ?? ''}`],
    ['币种', intent.currency.toUpperCase()],
  ]
  return html`<p class="total money">${money(intent.amount, intent.currency)}</p>
    <dl class="rows">
      ${rows.map(([name, value]) =>
        value
          ? html`<div>
              <dt>${name}</dt>
              <dd>${value}</dd>
            </div>`
          : null,
      )}
    </dl>`
}
