import { type ComponentProps, type ReactNode, useState } from 'react'
import {
  passwordStrength,
  type PasswordStrength,
  STRENGTH_WORDS,
} from '../../lib/password/password-strength.ts'
import { FieldFrame, type FieldProps } from './field.tsx'
import { IconButton } from '../action/button.tsx'
import { useFormState } from './form-state.ts'

interface PasswordFieldProps
  extends FieldProps, Omit<ComponentProps<'input'>, keyof FieldProps | 'type'> {
  /** Shows the strength of the password while it is typed. */
  hasMeter?: boolean
}

/**
 * A password with a button that reveals it. Submitting hides it again, because browsers store the values of
 * text inputs for autocompletion.
 */
export function PasswordField({
  name,
  label,
  hint,
  aside,
  error,
  hasMeter = false,
  ...input
}: PasswordFieldProps) {
  const { isBusy } = useFormState()
  const [isShown, setIsShown] = useState(false)
  const [typed, setTyped] = useState('')
  const level = passwordStrength(typed)
  const isRated = hasMeter && typed !== ''
  return (
    <FieldFrame
      name={name}
      label={label}
      hint={isRated && hint ? rated(level, hint) : hint}
      aside={aside}
      error={error}
    >
      {(inputProps) => (
        <>
          <div className="reveal">
            <input
              className="input"
              autoComplete="current-password"
              autoCapitalize="none"
              spellCheck={false}
              {...input}
              {...inputProps}
              type={isShown && !isBusy ? 'text' : 'password'}
              onInput={hasMeter ? (event) => setTyped(event.currentTarget.value) : undefined}
            />
            <IconButton
              icon="eye"
              label="显示明文"
              aria-pressed={isShown}
              onClick={() => setIsShown(!isShown)}
            />
          </div>
          {isRated && (
            <div
              className="strength"
              data-level={level}
              role="img"
              aria-label={`强度：${STRENGTH_WORDS[level]}`}
            >
              <i />
              <i />
              <i />
              <i />
            </div>
          )}
        </>
      )}
    </FieldFrame>
  )
}

/** The strength, followed by the password rule. */
function rated(level: PasswordStrength, hint: ReactNode): ReactNode {
  return (
    <>
      {STRENGTH_WORDS[level]}。{hint}
    </>
  )
}
