import type { ActionField as FieldShape } from '#contract/console/actions.ts'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Field, FieldFrame } from '#web/ui/form/field.tsx'
import { ChoicesField } from './choices-field.tsx'
import { Suggestions } from './suggestions.tsx'
import { UploadField } from './upload-field.tsx'

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
