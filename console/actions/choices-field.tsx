import { useState } from 'react'

interface ChoicesFieldProps {
  name: string
  label: string
  hint: string | undefined
  choices: readonly { value: string; label: string }[]
  /** The chosen values separated by commas; undefined: all of them. */
  value: string | undefined
}

/** Several of some choices as ticks; the form gets the chosen values separated by commas, at least one. */
export function ChoicesField({ name, label, hint, choices, value }: ChoicesFieldProps) {
  const [chosen, setChosen] = useState<readonly string[]>(
    value?.split(',') ?? choices.map((choice) => choice.value),
  )
  const toggle = (one: string) =>
    setChosen((now) => (now.includes(one) ? now.filter((each) => each !== one) : [...now, one]))
  return (
    <fieldset className="field choices-field">
      <legend className="label">{label}</legend>
      <input type="hidden" name={name} value={chosen.join(',')} />
      <div>
        {choices.map((choice) => {
          const isChosen = chosen.includes(choice.value)
          return (
            <label className="tick" key={choice.value}>
              <input
                type="checkbox"
                checked={isChosen}
                disabled={isChosen && chosen.length === 1}
                onChange={() => toggle(choice.value)}
              />
              <span>{choice.label}</span>
            </label>
          )
        })}
      </div>
      {hint !== undefined && <p className="hint">{hint}</p>}
    </fieldset>
  )
}
