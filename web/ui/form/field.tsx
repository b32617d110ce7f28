import { type ComponentProps, type ReactNode, useId } from 'react'
import { useFormState } from './form-state.ts'
import { Icon } from '../icon/icon.tsx'

export interface FieldProps {
  name: string
  label: string
  hint?: ReactNode
  /** Shown at the right end of the label's line, outside of the label. */
  aside?: ReactNode
  /** An error that the page found itself. */
  error?: string | undefined
}

/** Attributes that connect an input with its label, hint and error; spread them on the input. */
export interface InputProps {
  id: string
  name: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

interface FieldFrameProps extends FieldProps {
  children: (inputProps: InputProps) => ReactNode
}

/** Label, input, error and hint; for inputs other than the one of `Field`. */
export function FieldFrame({ name, label, hint, aside, error, children }: FieldFrameProps) {
  const id = useId()
  const { errors } = useFormState()
  const wrong = error || errors[name] || ''
  const describedBy = [wrong && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className="field">
      <div className="label">
        <label htmlFor={id}>{label}</label>
        {aside}
      </div>
      {children({
        id,
        name,
        'aria-invalid': wrong === '' ? undefined : true,
        'aria-describedby': describedBy || undefined,
      })}
      {wrong !== '' && (
        <p className="error" id={`${id}-error`}>
          <Icon name="warn" />
          {wrong}
        </p>
      )}
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}

type TextFieldProps = FieldProps & Omit<ComponentProps<'input'>, keyof FieldProps>

/** A text field of a form. */
export function Field({ name, label, hint, aside, error, ...input }: TextFieldProps) {
  return (
    <FieldFrame name={name} label={label} hint={hint} aside={aside} error={error}>
      {(inputProps) => <input className="input" {...input} {...inputProps} />}
    </FieldFrame>
  )
}
