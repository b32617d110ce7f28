import type { ChangeEvent, ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { FieldFrame } from '../../../ui/form/field.tsx'
import { digitsOf } from './card-number.ts'

interface CardInputProps {
  label: string
  placeholder: string
  autoComplete: 'cc-number' | 'cc-exp' | 'cc-csc'
  /** Groups digits as they are shown. */
  format: (text: string) => string
  value: string
  error: string
  onType: (text: string) => void
  onLeave: () => void
  before?: ReactNode
  after?: ReactNode
}

/** A field for grouped digits; the cursor stays behind its digit. */
export function CardInput({
  label,
  placeholder,
  autoComplete,
  format,
  value,
  error,
  onType,
  onLeave,
  before,
  after,
}: CardInputProps) {
  function handleChange({ currentTarget: input }: ChangeEvent<HTMLInputElement>) {
    const text = format(input.value)
    const isAtEnd = input.selectionStart === input.value.length
    const digitsBefore = digitsOf(input.value.slice(0, input.selectionStart ?? 0)).length
    flushSync(() => onType(text))
    const caret = isAtEnd ? text.length : positionAfter(text, digitsBefore)
    input.setSelectionRange(caret, caret)
  }

  return (
    // without a name: card data must not get into form data
    <FieldFrame name="" label={label} error={error}>
      {({ name: _, ...wiring }) => (
        <div className="input-box">
          {before}
          <input
            type="text"
            inputMode="numeric"
            spellCheck={false}
            placeholder={placeholder}
            autoComplete={autoComplete}
            value={value}
            onChange={handleChange}
            onBlur={onLeave}
            {...wiring}
          />
          {after}
        </div>
      )}
    </FieldFrame>
  )
}

/** The cursor position after so many digits. */
function positionAfter(text: string, digits: number): number {
  let position = 0
  for (let seen = 0; seen < digits && position < text.length; position++) {
    if (/\d/.test(text.charAt(position))) seen++
  }
  return position
}
