import { useLayoutEffect, useRef } from 'react'

const CHOICES = [
  ['auto', '自动'],
  ['light', '浅色'],
  ['dark', '深色'],
] as const

/** Light or dark; `before-paint.ts` applies and stores the choice. */
export function SchemeChoice() {
  const choices = useRef<HTMLFieldSetElement>(null)

  useLayoutEffect(() => {
    const kept = document.documentElement.dataset['scheme'] ?? 'auto'
    const input = choices.current?.querySelector<HTMLInputElement>(`#scheme-${kept}`)
    if (input) input.checked = true
  }, [])

  return (
    <fieldset className="scheme" ref={choices}>
      <legend className="unseen">界面明暗</legend>
      {CHOICES.map(([value, label]) => (
        <label key={value}>
          <input
            type="radio"
            name="scheme"
            id={`scheme-${value}`}
            value={value}
            defaultChecked={value === 'auto'}
          />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  )
}
