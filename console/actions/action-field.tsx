import type { ActionField as FieldShape } from '#contract/console/actions.ts'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Field, FieldFrame } from '#web/ui/form/field.tsx'
import { UploadField } from './upload-field.tsx'
import { type MouseEvent, useState } from 'react'

interface ActionFieldProps {
  field: FieldShape
  /** The value at first; a switch that is on is ''. */
  value: string | undefined
  /** Texts that a button writes into it. */
  suggestions?: readonly string[] | undefined
}

/** One field of an action, by its kind. */
export function ActionField({ field, value, suggestions }: ActionFieldProps) {
  const { name, label, help, isRequired, optionalWhen, kind, choices = [], min, max } = field
  const aside = isRequired ? undefined : <span className="faint">{optionalWhen}可不填</span>
  const hint = help === '' ? undefined : help
  if (kind === 'switch')
    return (
      <Checkbox name={name} defaultChecked={value !== undefined}>
        {label}
        {hint !== undefined && <small className="faint">{hint}</small>}
      </Checkbox>
    )
  if (kind === 'upload')
    return <UploadField name={name} label={label} hint={hint} isRequired={isRequired} />
  if (kind === 'choices')
    return <ChoicesField name={name} label={label} hint={hint} choices={choices} value={value} />
  if (kind === 'choice')
    return (
      <FieldFrame name={name} label={label} hint={hint} aside={aside}>
        {(inputProps) => (
          <select className="input" defaultValue={value} required={isRequired} {...inputProps}>
            <option value="">{isRequired ? '请选择' : '不选'}</option>
            {choices.map((choice) => (
              <option key={choice.value} value={choice.value}>
                {choice.label}
              </option>
            ))}
          </select>
        )}
      </FieldFrame>
    )
  const input = (
    <Field
      name={name}
      label={label}
      hint={hint ?? (kind === 'number' ? rangeOf(min, max) : undefined)}
      aside={aside}
      defaultValue={value}
      required={isRequired}
      autoComplete="off"
      spellCheck={false}
      {...(kind === 'number' && { inputMode: 'numeric' })}
      {...(kind === 'secret' && { type: 'password' })}
      {...(kind === 'email' && { type: 'email', autoCapitalize: 'none' })}
    />
  )
  if (suggestions === undefined) return input
  return (
    <div className="field-suggested">
      {input}
      <Suggestions label={label} texts={suggestions} />
    </div>
  )
}

function rangeOf(min: number | undefined, max: number | undefined): string | undefined {
  if (min !== undefined && max !== undefined) return `${min}–${max}`
  if (min !== undefined) return `不小于 ${min}`
  return max === undefined ? undefined : `不大于 ${max}`
}

interface ChoicesFieldProps {
  name: string
  label: string
  hint: string | undefined
  choices: readonly { value: string; label: string }[]
  /** The chosen values separated by commas; undefined: all of them. */
  value: string | undefined
}

/** Several of some choices as ticks; the form gets the chosen values separated by commas, at least one. */
function ChoicesField({ name, label, hint, choices, value }: ChoicesFieldProps) {
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

interface SuggestionsProps {
  label: string
  texts: readonly string[]
}

/** Buttons below a text field, each of which writes its text into the field. */
function Suggestions({ label, texts }: SuggestionsProps) {
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
