import { CopyButton } from '../../../ui/action/copy-button.tsx'
import { Icon } from '../../../ui/icon/icon.tsx'

/** Public test cards: one for each way that a payment can go. */
const CARDS: [number: string, what: string][] = [
  ['4242 4242 4242 4242', '付款成功'],
  ['4000 0025 0000 3155', '需要 3-D 验证'],
  ['4000 0000 0000 9995', '余额不足'],
  ['4000 0000 0000 0002', '银行拒绝'],
]

/** Says that no money moves, and lists test card numbers. */
export function TestCards() {
  return (
    <details className="test-cards">
      <summary>
        测试模式，不会真的扣款
        <span>
          测试卡号
          <Icon name="down" />
        </span>
      </summary>
      <ul>
        {CARDS.map(([number, what]) => (
          <li key={number}>
            <CopyButton text={number} what="测试卡" />
            <span>{what}</span>
          </li>
        ))}
      </ul>
      <p className="hint">有效期填任意未来的月份，安全码填任意 3 位数字。</p>
    </details>
  )
}
