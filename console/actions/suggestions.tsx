import type { MouseEvent } from 'react'

interface SuggestionsProps {
  label: string
  texts: readonly string[]
}

/** Buttons below a text field, each of which writes its text into the field. */
export function Suggestions({ label, texts }: SuggestionsProps) {
  function write({ currentTarget }: MouseEvent<HTMLButtonElement>) {
    const input = currentTarget.closest('.field-suggested')?.querySelector('input')
    if (!input) return
    input.value = currentTarget.textContent
    // the form hears of it as of what is typed
    input.dispatchEvent(new Event('input', { bubbles: true }))
    input.focus()
  }
  return (
    <div className="suggestions" role="group" aria-label={`常用${label}`}>
      {texts.map((text) => (
        <button key={text} type="button" onClick={write}>
          {text}
        </button>
      ))}
    </div>
  )
}
