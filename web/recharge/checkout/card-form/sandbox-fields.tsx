import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Badge } from '../../../ui/display/tag.tsx'
import { Icon } from '../../../ui/icon/icon.tsx'
import { brandOf, cardNumberFault, cvcFault, digitsOf, formatCardNumber } from './card-number.ts'
import { CardInput } from './card-input.tsx'
import { expiryFault, formatExpiry, parseExpiry } from './expiry.ts'
import type { CardFaults, TypedCard } from './sandbox-call.ts'
import { now } from '../../../lib/clock.ts'
import { CopyButton } from '../../../ui/action/copy-button.tsx'

export interface CardFieldsHandle {
  /** The card, or undefined after marking its invalid fields. */
  read(): TypedCard | undefined
  /** Shows these errors and focuses the first such field. */
  point(faults: CardFaults): void
}

type FieldName = keyof CardFaults
type Typed = Record<FieldName, string>

interface SandboxFieldsProps {
  ref: Ref<CardFieldsHandle>
  onReady: () => void
}

const formatCvc = (text: string) => digitsOf(text).slice(0, 4)

/** Card number, expiry and security code, checked as they are typed. */
export function SandboxFields({ ref, onReady }: SandboxFieldsProps) {
  const box = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState<Typed>({ number: '', expiry: '', cvc: '' })
  const [faults, setFaults] = useState<CardFaults>({})
  const brand = brandOf(typed.number)

  useEffect(onReady, [onReady])

  function point(found: CardFaults) {
    flushSync(() => setFaults(found))
    box.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }

  function read(): TypedCard | undefined {
    const found = faultsOf(typed)
    const expiry = parseExpiry(typed.expiry)
    point(found)
    if (Object.values(found).some((fault) => fault !== '') || !expiry) return undefined
    return { number: digitsOf(typed.number), expiry, cvc: typed.cvc }
  }

  useImperativeHandle(ref, () => ({ read, point }))

  function wiring(name: FieldName) {
    return {
      value: typed[name],
      error: faults[name] ?? '',
      onType(text: string) {
        setTyped((before) => ({ ...before, [name]: text }))
        setFaults((before) => ({ ...before, [name]: '' }))
      },
      /** An empty field is no error before the payment. */
      onLeave() {
        if (typed[name] === '') return
        setFaults((before) => ({ ...before, [name]: faultsOf(typed)[name] }))
      },
    }
  }

  return (
    <div className="card-fields" ref={box}>
      <CardInput
        label="卡号"
        placeholder="0000 0000 0000 0000"
        autoComplete="cc-number"
        format={formatCardNumber}
        {...wiring('number')}
        before={<Icon name="card" />}
        after={brand && <Badge kind="quiet">{brand.name}</Badge>}
      />
      <CardInput
        label="有效期"
        placeholder="月 / 年"
        autoComplete="cc-exp"
        format={formatExpiry}
        {...wiring('expiry')}
      />
      <CardInput
        label="安全码"
        placeholder={brand?.cvcLength === 4 ? '卡正面 4 位' : '卡背面 3 位'}
        autoComplete="cc-csc"
        format={formatCvc}
        {...wiring('cvc')}
      />
      <TestCards />
    </div>
  )
}

function faultsOf({ number, expiry, cvc }: Typed): Required<CardFaults> {
  return {
    number: cardNumberFault(number),
    expiry: expiryFault(expiry, new Date(now())),
    cvc: cvcFault(cvc, number),
  }
}

/** Public test cards: one for each way that a payment can go. */
const CARDS: [number: string, what: string][] = [
  ['4242 4242 4242 4242', '付款成功'],
  ['4000 0025 0000 3155', '需要 3-D 验证'],
  ['4000 0000 0000 9995', '余额不足'],
  ['4000 0000 0000 0002', '银行拒绝'],
]

/** Says that no money moves, and lists test card numbers. */
function TestCards() {
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
