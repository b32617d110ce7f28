import { type ComponentProps, useState } from 'react'
import { Icon } from '../icon/icon.tsx'

interface QuantityFieldProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type'> {
  value: number
  onChange: (value: number) => void
  min: number
  max: number
  label?: string
}

/**
 * A quantity, changed by buttons, arrow keys or typing; a typed value counts within min and max
 * at once and is shown so when it is left. At a limit
 * the button is only `aria-disabled`, because a `disabled` button would lose the focus.
 */
export function QuantityField({
  value,
  onChange,
  min,
  max,
  label = '数量',
  ...input
}: QuantityFieldProps) {
  const [typed, setTyped] = useState<string>()
  const within = (wanted: number) => Math.min(max, Math.max(min, wanted))

  function type(text: string) {
    // take the first whole number (1.5 is not 15); Chinese keyboards may produce full-width digits
    const [digits = ''] = /\d+/.exec(text.normalize('NFKC')) ?? []
    setTyped(digits)
    if (digits !== '') onChange(within(Number(digits)))
  }

  function step(by: number) {
    setTyped(undefined)
    onChange(within(value + by))
  }

  return (
    <div className="stepper">
      <button
        type="button"
        aria-label="减少一份"
        aria-disabled={value <= min}
        onClick={() => step(-1)}
      >
        <Icon name="minus" />
      </button>
      <input
        role="spinbutton"
        inputMode="numeric"
        autoComplete="off"
        aria-label={label}
        {...input}
        aria-valuemin={min}
        aria-valuemax={max}
        aria-valuenow={value}
        value={typed ?? value}
        onChange={(event) => type(event.currentTarget.value)}
        onBlur={() => setTyped(undefined)}
        onKeyDown={(event) => {
          // the first Enter shows the quantity that counts, the next one submits it
          if (event.key === 'Enter' && typed !== undefined && Number(typed) !== value) {
            event.preventDefault()
            setTyped(undefined)
          }
          const by = { ArrowUp: 1, ArrowDown: -1 }[event.key]
          if (by === undefined) return
          event.preventDefault()
          step(by)
        }}
      />
      <button
        type="button"
        aria-label="增加一份"
        aria-disabled={value >= max}
        onClick={() => step(1)}
      >
        <Icon name="plus" />
      </button>
    </div>
  )
}
