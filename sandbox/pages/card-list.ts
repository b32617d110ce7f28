import { cardGroups, testCards, type TestCard } from '../payments/test-cards.ts'
import { html, type Html } from './html.ts'
import { formatCardNumber } from './labels.ts'

/** The test cards: the common ones first, all of them by group. */
export function cardSection(): Html {
  return html`<section class="section" aria-labelledby="cards">
    <div class="section-head">
      <h2 id="cards">测试卡</h2>
      <p class="faint">
        点卡号即可复制。有效期填任意未来月份，安全码填任意 3 位数字（美国运通 4 位）。
      </p>
    </div>
    ${cardList(testCards.filter(({ isCommon }) => isCommon))}
    <div class="groups">${cardGroups.map(cardGroup)}</div>
    <p id="said" class="unseen" role="status"></p>
  </section>`
}

function cardGroup(group: TestCard['group']): Html {
  const cards = testCards.filter((card) => card.group === group)
  return html`<details>
    <summary>${group}的全部卡号<span class="faint">${cards.length} 张</span></summary>
    ${cardList(cards)}
  </details>`
}

function cardList(cards: TestCard[]): Html {
  return html`<ul class="cards">
    ${cards.map(
      ({ number, note }) =>
        html`<li>
          <button
            class="copy"
            type="button"
            data-number="${number}"
            aria-label="复制卡号 ${formatCardNumber(number)}"
          >
            ${formatCardNumber(number)}
          </button>
          <span>${note}</span>
        </li>`,
    )}
  </ul>`
}
